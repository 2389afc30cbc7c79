import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { ACCEPTED } from "@/domain/attachments";
import { useMessages } from "@/messages/useMessages";
import { IconButton } from "@/ui/IconButton";

/** Opens the browser's own dialog for files. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { composer } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <IconButton label={composer.attach} onClick={() => input.current?.click()}>
        <Paperclip aria-hidden size={18} strokeWidth={1.75} />
      </IconButton>
    </>
  );
}
