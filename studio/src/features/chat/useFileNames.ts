import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { flushSync } from "react-dom";
import { completed, offered, type Typed, typedAt } from "@/domain/fileMentions";
import { composes } from "@/ui/composes";

export interface FileNames {
  list: string;
  options: readonly string[];
  active: number;
  optionId: (at: number) => string;
  /** Looks at what stands before the caret. */
  look: (box: HTMLTextAreaElement) => void;
  /** True when the key was for the list. */
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
  take: (path: string) => void;
  close: () => void;
}

/** The list of files under "@" in a text box: a textbox stays one, and points at the option that is active. */
export function useFileNames(paths: readonly string[], box: RefObject<HTMLTextAreaElement | null>, onWords: (words: string) => void): FileNames {
  const list = useId();
  const [typed, setTyped] = useState<Typed | null>(null);
  const [active, setActive] = useState(0);
  const [left, setLeft] = useState<number | null>(null);
  const options = typed && typed.at !== left ? offered(paths, typed.words) : [];
  const look = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const next = selectionStart === selectionEnd ? typedAt(value, selectionStart) : null;
    if (next?.words !== typed?.words) setActive(0);
    if (!next) setLeft(null);
    setTyped(next);
  };
  const take = (path: string) => {
    const place = box.current;
    if (!place || !typed) return;
    const { text, caret } = completed(place.value, typed, path);
    flushSync(() => {
      onWords(text);
      setTyped(null);
    });
    place.focus();
    place.setSelectionRange(caret, caret);
  };
  const close = () => setTyped(null);
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (options.length === 0 || composes(event.nativeEvent) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
    const chosen = options[Math.min(active, options.length - 1)] ?? "";
    const keys: Record<string, () => void> = {
      ArrowDown: () => setActive((active + 1) % options.length),
      ArrowUp: () => setActive((active + options.length - 1) % options.length),
      Enter: () => take(chosen),
      Tab: () => take(chosen),
      Escape: () => setLeft(typed?.at ?? null),
    };
    const act = keys[event.key];
    if (!act) return false;
    event.preventDefault();
    event.stopPropagation();
    act();
    return true;
  };
  return { list, options, active: Math.min(active, options.length - 1), optionId: (at) => `${list}-${at}`, look, onKey, take, close };
}
