import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useMessages } from "@/messages/useMessages";
import { useDraft } from "@/run/useDraft";
import { Button } from "@/ui/Button";
import { composes } from "@/ui/composes";
import { arriveInForm } from "@/ui/firstField";
import { focusHome } from "@/ui/focusHome";
import { IconButton } from "@/ui/IconButton";

interface Props {
  run: string;
  message: string;
  place: number;
  of: number;
  busy: boolean;
  onSay: (message: string) => void;
  onMove: (place: number) => void;
  onDrop: () => void;
}

/** A message that waits: its words, and what one may still do about it. */
export function WaitingMessage({ run, message, place, of, busy, onSay, onMove, onDrop }: Props) {
  const { composer } = useMessages();
  const [words, setWords] = useDraft(`reworded.${run}`);
  const [isOpen, setOpen] = useState(words !== "");
  const leave = () => {
    setWords("");
    setOpen(false);
  };
  const open = () => {
    setWords(message);
    setOpen(true);
  };
  if (isOpen) return <Rewording words={words} onWords={setWords} onSay={onSay} onLeave={leave} />;
  const step = (label: string, to: number, icon: ReactNode) => {
    const possible = to >= 1 && to <= of && !busy;
    return (
      <IconButton label={label} aria-disabled={!possible} onClick={() => possible && onMove(to)} className="size-8 aria-disabled:cursor-not-allowed aria-disabled:text-edge">
        {icon}
      </IconButton>
    );
  };
  return (
    <li className="flex items-center gap-1 rounded-md border border-line bg-page py-1 pr-1 pl-3">
      <span className="w-5 shrink-0 text-sm text-muted tabular-nums">{place}</span>
      <p className="line-clamp-2 min-w-0 grow text-sm [overflow-wrap:anywhere]">{message}</p>
      <span role="group" aria-label={composer.waiting(place, of)} className="flex shrink-0">
        {step(composer.moveUp, place - 1, <ArrowUp aria-hidden size={16} />)}
        {step(composer.moveDown, place + 1, <ArrowDown aria-hidden size={16} />)}
        <IconButton label={composer.reword} onClick={open} className="size-8">
          <Pencil aria-hidden size={16} />
        </IconButton>
        <IconButton
          label={composer.drop}
          aria-disabled={busy}
          onClick={(event) => {
            if (busy) return;
            focusHome(event.currentTarget);
            onDrop();
          }}
          className="size-8"
        >
          <Trash2 aria-hidden size={16} />
        </IconButton>
      </span>
    </li>
  );
}

interface RewordingProps {
  words: string;
  onWords: (words: string) => void;
  onSay: (message: string) => void;
  onLeave: () => void;
}

/** Enter keeps the new words, Escape the old ones; both heed an input method. The focus goes to where one writes. */
function Rewording({ words, onWords, onSay, onLeave }: RewordingProps) {
  const { composer, common } = useMessages();
  const leave = (from: Element) => {
    focusHome(from);
    onLeave();
  };
  const keep = (from: Element) => {
    if (!words.trim()) return;
    onSay(words.trim());
    leave(from);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (composes(event.nativeEvent) || event.shiftKey || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    if (event.key === "Enter") keep(event.currentTarget);
    else leave(event.currentTarget);
  };
  return (
    <li ref={arriveInForm} className="flex flex-col gap-2 rounded-md border border-edge p-2">
      <textarea
        aria-label={composer.rewording}
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={onKeyDown}
        rows={2}
        className="field-sizing-content max-h-40 w-full resize-none bg-transparent p-1 text-base"
      />
      <span className="flex justify-end gap-2">
        <Button look="quiet" onClick={(event) => leave(event.currentTarget)}>
          {common.cancel}
        </Button>
        <Button aria-disabled={!words.trim()} onClick={(event) => keep(event.currentTarget)}>
          {composer.keepWords}
        </Button>
      </span>
    </li>
  );
}
