import { FilePlus2 } from "lucide-react";
import { detailOf } from "@/data/problem";
import { type Blueprint, usePlanning } from "@/data/planning";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";
import { Fault } from "@/ui/Fault";
import { SureButton } from "@/ui/SureButton";

interface Props {
  app: string;
  all: readonly Blueprint[];
  shown: Blueprint;
  onChoose: (blueprint: string) => void;
  onBring: (what: "first" | "newer") => void;
}

/** Which text the plan follows, and another one in its place. */
export function BlueprintBar({ app, all, shown, onChoose, onBring }: Props) {
  const { plan: words } = usePlanningWords();
  const { use } = usePlanning(app);
  const name = ({ title, version, active }: Blueprint) => `${words.version(title, version)}${active ? ` (${words.active})` : ""}`;
  const canReplace = shown.is_primary && shown.status !== "archived";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-1 md:px-6">
      {all.length > 1 ? (
        <Choice label={words.which} value={shown.id} options={all.map((one) => ({ value: one.id, label: name(one) }))} onChoose={onChoose} shown="wide" />
      ) : (
        <p className="min-w-0 text-sm [overflow-wrap:anywhere]">
          <span className="text-muted">{words.which}</span> {name(shown)}
        </p>
      )}
      {!shown.active && shown.status !== "archived" && (
        <SureButton label={words.use} question={words.useText} busy={use.isPending} onSure={() => use.mutate(shown.id)} />
      )}
      <Button look="quiet" className="ml-auto" icon={<FilePlus2 aria-hidden size={16} strokeWidth={1.75} />} onClick={() => onBring(canReplace ? "newer" : "first")}>
        {canReplace ? words.newVersion : words.bring}
      </Button>
      {use.isError && <Fault title={words.useFailed} detail={detailOf(use.error)} />}
    </div>
  );
}
