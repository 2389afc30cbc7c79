import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { openModal } from "../lib/modal";

type Props = { title: string; onClose: () => void; children: ReactNode };

/** Open for as long as it is rendered. */
export default function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useLayoutEffect(() => openModal(dialog.current!), []);

  return (
    <dialog
      aria-labelledby={id}
      className="dialog"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      ref={dialog}
    >
      <h2 className="mb-5 text-2xl wrap-anywhere" id={id}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
