import { useState } from "react";
import { type FullTask, usePlanning } from "@/data/planning";
import { detailOf } from "@/data/problem";
import { criteriaIn } from "@/domain/criteria";
import { useTaskWords } from "@/messages/planning/tasks/useTaskWords";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useFields } from "@/run/useFields";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { arriveInForm } from "@/ui/firstField";
import { TextField } from "@/ui/TextField";
import { useFaultFocus } from "@/ui/useFaultFocus";

/** Where another wording that is not saved yet is kept. */
export const rewordedDraft = (task: string) => `task.${task}`;

/** Another wording of a task: what is to be done, and when it is. What is typed stays in this browser. */
export function EditTask({ app, task, onClose }: { app: string; task: FullTask; onClose: () => void }) {
  const { tasks: words } = usePlanningWords();
  const own = useTaskWords();
  const { changeTask } = usePlanning(app);
  const { form, toFault } = useFaultFocus();
  const stored = { what: task.description, criteria: task.metadata_json.acceptance_criteria.join("\n") };
  const { fields, change, sent, drop } = useFields(rewordedDraft(task.id), stored);
  const { what, criteria } = fields;
  const [tried, setTried] = useState(false);
  const send = () => {
    setTried(true);
    if (!what.trim()) return toFault();
    if (changeTask.isPending) return;
    changeTask.mutate({ task: task.id, description: what.trim(), metadata_json: { acceptance_criteria: criteriaIn(criteria) } }, { onSuccess: () => (sent(), onClose()) });
  };
  return (
    <form
      {...form}
      noValidate
      aria-label={own.editTitle}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-col gap-3 rounded-md border border-edge bg-surface p-4"
    >
      <div ref={arriveInForm} className="contents">
        <TextField label={words.what} fault={tried && !what.trim() ? own.whatMissing : null} value={what} onChange={(text) => change({ what: text })} />
        <TextField kind="lines" label={words.criteria} value={criteria} onChange={(text) => change({ criteria: text })} />
      </div>
      {changeTask.isError && <Fault title={words.saveFailed} detail={detailOf(changeTask.error)} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="main" pill aria-disabled={changeTask.isPending}>
          {changeTask.isPending ? words.saving : words.save}
        </Button>
        <Button look="quiet" onClick={() => (drop(), onClose())}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
