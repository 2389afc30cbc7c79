import { useState } from "react";
import { detailOf } from "@/data/problem";
import { usePlanning } from "@/data/planning";
import { criteriaIn } from "@/domain/criteria";
import { EFFORTS, type Effort, TASK_KINDS, type TaskKind } from "@/domain/planning";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { taskDraft } from "@/run/begun";
import { useFields } from "@/run/useFields";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";
import { Fault } from "@/ui/Fault";
import { intoForm } from "@/ui/firstField";
import { TextField } from "@/ui/TextField";

/** A task that a person writes; of the part of the plan that the list is of. What is typed stays in this browser. */
export function NewTask({ app, node, onClose }: { app: string; node: string | null; onClose: () => void }) {
  const { tasks: words, taskKinds, efforts } = usePlanningWords();
  const { addTask } = usePlanning(app);
  const { fields, change, sent, drop } = useFields(taskDraft(app), { what: "", criteria: "" });
  const { what, criteria } = fields;
  const [kind, setKind] = useState<TaskKind>("frontend");
  const [effort, setEffort] = useState<Effort>("M");
  const send = () => {
    if (!what.trim() || addTask.isPending) return;
    const metadata_json = { kind, estimated_effort: effort, acceptance_criteria: criteriaIn(criteria), source_plan_node_id: node };
    addTask.mutate({ description: what.trim(), metadata_json } as Parameters<typeof addTask.mutate>[0], { onSuccess: () => (sent(), onClose()) });
  };
  return (
    <form
      ref={intoForm}
      noValidate
      aria-label={words.add}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-col gap-3 rounded-md border border-edge bg-surface p-4"
    >
      <TextField label={words.what} value={what} onChange={(text) => change({ what: text })} />
      <TextField kind="lines" label={words.criteria} value={criteria} onChange={(text) => change({ criteria: text })} />
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <Choice label={words.kind} value={kind} options={TASK_KINDS.map((value) => ({ value, label: taskKinds[value] }))} onChoose={setKind} shown />
        <Choice label={words.effort} value={effort} options={EFFORTS.map((value) => ({ value, label: efforts[value] }))} onChoose={setEffort} shown />
      </div>
      {addTask.isError && <Fault title={words.saveFailed} detail={detailOf(addTask.error)} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="main" pill aria-disabled={!what.trim() || addTask.isPending}>
          {addTask.isPending ? words.saving : words.save}
        </Button>
        <Button look="quiet" onClick={() => (drop(), onClose())}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
