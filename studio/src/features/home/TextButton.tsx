import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { useMessages } from "@/messages/useMessages";
import { IconButton } from "@/ui/IconButton";

/** A text that somebody has as a file. */
export function TextButton({ onFile }: { onFile: (file: File | undefined) => void }) {
  const { home } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".md,.markdown,.txt,text/*"
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <IconButton label={home.textFile} onClick={() => input.current?.click()} className="size-8 shrink-0">
        <Paperclip aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
    </>
  );
}
