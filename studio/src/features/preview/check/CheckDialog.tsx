import { X } from "lucide-react";
import { useState } from "react";
import { useKeepCheck } from "@/data/checks";
import { detailOf } from "@/data/problem";
import { checkOf, type Step, type Wanted } from "@/domain/recorded";
import { stepWords } from "@/features/preview/check/stepWords";
import { WantedRows } from "@/features/preview/check/WantedRows";
import { useCheckWords } from "@/messages/check/useCheckWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";
import { IconButton } from "@/ui/IconButton";
import { TextField } from "@/ui/TextField";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  path: string;
  steps: readonly Step[];
  onClose: () => void;
}

/** What was recorded, what it is called, and what must be seen then; it is tried before it is kept. */
export function CheckDialog({ app, path, steps, onClose }: Props) {
  const words = useCheckWords();
  const { common } = useMessages();
  const [kept, setKept] = useState(steps);
  const [title, setTitle] = useState("");
  const [wanted, setWanted] = useState<readonly Wanted[]>([{ text: "", shown: true }]);
  const keep = useKeepCheck(app);
  const ready = title.trim() !== "" && kept.length > 0 && wanted.some(({ text }) => text.trim() !== "") && !keep.isPending;
  if (keep.data?.kept) {
    return (
      <Dialog title={words.title} close={common.close} onClose={onClose}>
        <p role="status">{words.kept}</p>
        <Button look="main" className="self-start" onClick={onClose}>
          {common.close}
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog title={words.title} close={common.close} onClose={onClose}>
      <form
        noValidate
        aria-label={words.title}
        className="-mx-1.5 flex min-h-0 flex-col gap-5 overflow-y-auto px-1.5 py-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) keep.mutate(checkOf(title, path, kept, wanted));
        }}
      >
        <p className="text-muted">{words.lead}</p>
        <TextField label={words.name} value={title} onChange={setTitle} placeholder={words.nameHint} />
        <section aria-label={words.steps} className="flex flex-col gap-1">
          <h3 className="font-sans text-sm font-semibold">{words.steps}</h3>
          <ol className="flex flex-col gap-1 text-sm">
            <li className="px-2 py-1">{words.step.open(path)}</li>
            {kept.map((step, at) => (
              <Line key={at} step={step} onLeave={() => setKept(kept.filter((_, place) => place !== at))} />
            ))}
          </ol>
          {kept.length === 0 && <p className="text-sm text-warn">{words.none}</p>}
        </section>
        <WantedRows wanted={wanted} onChange={setWanted} />
        {keep.data && !keep.data.kept && <Fault title={words.refused} findings={keep.data.why.split("\n")} />}
        {keep.isError && <Fault title={words.failed} detail={detailOf(keep.error)} />}
        {keep.isPending && <Working label={words.trying} />}
        <Button type="submit" look="main" className="self-start" aria-disabled={!ready}>
          {words.keep}
        </Button>
      </form>
    </Dialog>
  );
}

function Line({ step, onLeave }: { step: Step; onLeave: () => void }) {
  const words = useCheckWords();
  const said = stepWords(step, words);
  return (
    <li className="flex items-center gap-2 rounded-md bg-sunken px-2 py-1">
      <span className="min-w-0 grow [overflow-wrap:anywhere]">{said}</span>
      <IconButton label={words.without(said)} onClick={onLeave}>
        <X aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
    </li>
  );
}
