import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

interface Props {
  characters: number;
  onFile: () => void;
  onKeep: () => void;
}

/** Offers to send a long paste as a text of its own, so that the words of the message stay readable. */
export function LongPaste({ characters, onFile, onKeep }: Props) {
  const { composer, locale } = useMessages();
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 px-2 pt-2 text-sm text-muted">
      {composer.pasted(new Intl.NumberFormat(locale).format(characters))}
      <Button className="min-h-8" onClick={onFile}>
        {composer.asFile}
      </Button>
      <Button look="quiet" className="min-h-8" onClick={onKeep}>
        {composer.keepPasted}
      </Button>
    </div>
  );
}
