import { useRef } from "react";
import { type Addition, useAddPackage, useRemovePackage } from "@/data/packages";
import type { ApiState } from "@/domain/status";
import { AdditionFacts } from "@/features/catalog/AdditionFacts";
import { AdditionFault } from "@/features/catalog/AdditionFault";
import { usePackageWords } from "@/messages/packages/usePackageWords";
import { Button } from "@/ui/Button";
import { StatusMark } from "@/ui/StatusMark";
import { SureButton } from "@/ui/SureButton";

const MARKS: Record<Addition["status"], ApiState> = { proposed: "needs_approval", adding: "running", added: "completed", refused: "rejected", failed: "failed" };

/** It was added and does not fit what ships since an upgrade: what was decided then may be tried again. */
const OUTDATED = "PACKAGE_OUTDATED";

interface Props {
  addition: Addition;
  /** Where the focus goes when this row is no more. */
  onGone: () => void;
}

/** One package from its proposal to its end, with what may be done about it now. */
export function AdditionRow({ addition, onGone }: Props) {
  const words = usePackageWords();
  const add = useAddPackage();
  const remove = useRemovePackage();
  const row = useRef<HTMLLIElement>(null);
  const { name, line, version, status, code } = addition;
  const busy = add.isPending || remove.isPending;
  const begin = () => {
    if (busy) return;
    remove.reset();
    add.mutate({ name, line, ...(version ? { version } : {}) }, { onSuccess: () => row.current?.focus() });
  };
  const drop = () => {
    if (busy) return;
    add.reset();
    void remove.mutateAsync(addition).then(onGone, () => undefined);
  };
  const act = (verb: string, go: () => void, main = false) => (
    <Button key={verb} look={main ? "main" : "plain"} aria-label={words.named(verb, name)} aria-disabled={busy} onClick={go}>
      {verb}
    </Button>
  );
  const acts: Record<Addition["status"], () => React.ReactNode> = {
    proposed: () => [act(words.accept, begin, true), act(words.reject, drop)],
    adding: () => act(words.stop, drop),
    added: () => [
      code === OUTDATED && act(words.again, begin),
      <SureButton key="remove" label={words.remove} question={words.removeSure(name)} busy={busy} danger look="quiet" onSure={drop} />,
    ],
    refused: () => [act(words.again, begin), act(words.forget, drop)],
    failed: () => [act(words.again, begin), act(words.forget, drop)],
  };
  return (
    <li ref={row} tabIndex={-1} aria-label={name} className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-mono text-base font-semibold [overflow-wrap:anywhere]">
          {name} {version && <span className="font-normal text-muted">{version}</span>}
        </h3>
        <span className="inline-flex items-center gap-1.5 text-sm font-semibold">
          <span aria-hidden className="inline-flex">
            <StatusMark state={MARKS[status]} iconOnly />
          </span>
          {words.states[status]}
        </span>
      </div>
      <AdditionFacts addition={addition} />
      <AdditionFault name={name} begun={add.error} removed={remove.error} />
      <div className="flex flex-wrap gap-2">{acts[status]()}</div>
    </li>
  );
}
