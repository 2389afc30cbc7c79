import { useMessages } from "@/messages/useMessages";

/** A turn that failed: what happened, what was kept, and the code for who asks for it. */
export function FailureNote({ code, text }: { code?: string | null; text?: string | null }) {
  const { chat, common } = useMessages();
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-md bg-bad-soft p-3 text-bad">
      <p className="font-semibold">{chat.failedTurn}</p>
      {(text || code) && (
        <details className="text-sm">
          <summary className="cursor-pointer">{common.details}</summary>
          <p className="mt-1 break-words">{text}</p>
          {code && <code className="font-mono text-xs">{code}</code>}
        </details>
      )}
    </div>
  );
}
