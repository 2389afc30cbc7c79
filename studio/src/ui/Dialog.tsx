import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { intoDialog } from "@/ui/firstField";
import { IconButton } from "@/ui/IconButton";

interface Props {
  title: string;
  /** The name of the button that closes it. */
  close: string;
  onClose: () => void;
  /** For what is looked at rather than read. */
  wide?: boolean;
  children: ReactNode;
}

/** The browser's own modal: it keeps the focus, Escape closes it, and the focus goes back to what opened it. */
export function Dialog({ title, close, onClose, wide, children }: Props) {
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the browser paints, and closed before it is taken away: only then does the focus go back to what opened it.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    if (shown) intoDialog(shown);
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      data-wide={wide}
      className="m-auto w-full max-w-[600px] data-wide:max-w-[1060px] rounded-lg border border-line bg-surface p-0 text-ink shadow-lg backdrop:bg-[#0009] max-md:m-0 max-md:h-dvh max-md:max-h-none max-md:max-w-none max-md:rounded-none max-md:border-0"
    >
      <div className="flex max-h-[inherit] flex-col gap-5 p-5 md:p-6">
        <div className="flex items-start justify-between gap-3">
          <h2 id={heading} className="min-w-0 text-lg break-words">
            {title}
          </h2>
          <IconButton label={close} onClick={() => dialog.current?.close()} className="-mt-1.5 -mr-2 shrink-0">
            <X aria-hidden size={20} strokeWidth={1.75} />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  );
}
