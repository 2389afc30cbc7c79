import { useConnection } from "@/data/connection";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { useEffect, useRef } from "react";

/** Over everything, when the sign-in is over and no new token was given. What was written stays behind it, and in this browser. */
export function Expired({ signIn }: { signIn: () => Promise<void> }) {
  const { expired } = useConnection();
  const { everywhere } = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (expired && !dialog.current?.open) dialog.current?.showModal();
  }, [expired]);
  if (!expired) return null;
  return (
    <dialog
      ref={dialog}
      aria-labelledby="sign-in-over"
      onCancel={(event) => event.preventDefault()}
      className="m-auto w-full max-w-[440px] rounded-lg border border-line bg-surface p-6 text-ink shadow-lg backdrop:bg-[#0009]"
    >
      <div className="flex flex-col items-start gap-4">
        <h2 id="sign-in-over" className="text-lg">
          {everywhere.expiredTitle}
        </h2>
        <p className="text-muted">{everywhere.expiredText}</p>
        <Button look="main" onClick={() => void signIn()}>
          {everywhere.signIn}
        </Button>
      </div>
    </dialog>
  );
}
