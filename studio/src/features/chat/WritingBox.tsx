import { type ClipboardEvent, type KeyboardEvent, useRef } from "react";
import { FileList } from "@/features/chat/FileList";
import { useFileNames } from "@/features/chat/useFileNames";
import { useMessages } from "@/messages/useMessages";
import { composes } from "@/ui/composes";
import { HOME } from "@/ui/focusHome";

interface Props {
  words: string;
  paths: readonly string[];
  hint: string;
  /** Only a question is asked. */
  asks: boolean;
  onWords: (words: string) => void;
  onSend: () => void;
  onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
}

/** The text box: Enter sends, heeding an input method; "@" offers the files of the draft. */
export function WritingBox({ words, paths, hint, asks, onWords, onSend, onPaste }: Props) {
  const { chat } = useMessages();
  const box = useRef<HTMLTextAreaElement>(null);
  const names = useFileNames(paths, box, onWords);
  const open = names.options.length > 0;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (names.onKey(event) || event.key !== "Enter" || event.shiftKey || composes(event.nativeEvent)) return;
    event.preventDefault();
    onSend();
  };
  return (
    <div className="relative">
      <FileList names={names} />
      <textarea
        ref={box}
        aria-label={chat.messageLabel}
        aria-describedby={hint}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={names.list}
        aria-activedescendant={open ? names.optionId(names.active) : undefined}
        placeholder={asks ? chat.askPlaceholder : chat.placeholder}
        value={words}
        onChange={(event) => {
          onWords(event.target.value);
          names.look(event.target);
        }}
        onSelect={(event) => names.look(event.currentTarget)}
        onBlur={names.close}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        rows={2}
        {...HOME}
        className="field-sizing-content max-h-60 min-h-12 w-full resize-none bg-transparent p-2 text-chat outline-none placeholder:text-muted"
      />
    </div>
  );
}
