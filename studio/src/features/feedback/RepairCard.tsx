import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "@/data/api";
import { detailOf } from "@/data/problem";
import { isTroubled, repairQuery, useBuildAgain } from "@/data/repair";
import { phaseOf, spent } from "@/domain/repairing";
import { Offer } from "@/features/feedback/Offer";
import { Panel } from "@/features/feedback/Panel";
import type { RepairProps } from "@/features/feedback/repairProps";
import { RepairProgress } from "@/features/feedback/RepairProgress";
import { Choices } from "@/features/feedback/Choices";
import { useMoney } from "@/features/feedback/useMoney";
import { useMend } from "@/messages/mend/useMend";
import { useMessages } from "@/messages/useMessages";
import { useQuiet } from "@/run/quiet";
import { Button } from "@/ui/Button";

/** A draft that fails, and the one thing to do about it now: fix, watch, review, try again, or choose. */
export function RepairCard(props: RepairProps) {
  const { workspace, onChat } = props;
  const { app, draft } = workspace;
  const mend = useMend();
  const { common } = useMessages();
  const money = useMoney();
  const query = useQuery(repairQuery(useApi(), app.id));
  const [quiet, setQuiet] = useQuiet(app.id, draft.id);
  const [noted, setNoted] = useState<string | null>(null);
  if (query.isError && isTroubled(workspace)) {
    return <Panel tone="bad" title={mend.loadFailed} text={detailOf(query.error)} actions={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  }
  const state = query.data;
  if (!state || state.revision_id !== draft.id) return null;
  const phase = phaseOf(state, workspace, quiet);
  switch (phase.kind) {
    case "none":
      return null;
    case "working":
      return <RepairProgress key={phase.run} app={app.id} run={phase.run} bounds={state.bounds} onChat={onChat} />;
    case "waits": {
      const chat = state.attempts.find(({ run_id: run }) => run === phase.run)?.conversation_id;
      return <Panel tone="warn" title={mend.waits} actions={chat && <Button onClick={() => onChat(chat)}>{mend.watch}</Button>} />;
    }
    case "review":
      return (
        <Panel
          tone="warn"
          title={mend.review}
          actions={
            <Link to="/apps/$app" params={{ app: app.id }} search={{ tab: "changes", diff: phase.diff }} className="inline-flex min-h-11 items-center font-semibold underline">
              {mend.look}
            </Link>
          }
        />
      );
    case "building":
      return <Panel title={mend.building} />;
    case "fixed": {
      const cost = spent(state.attempts);
      if (noted === draft.id) return null;
      return <Panel tone="ok" title={cost ? mend.fixed(money(cost)) : mend.fixedFree} actions={<Button onClick={() => setNoted(draft.id)}>{mend.noted}</Button>} />;
    }
    case "machine":
      return <Machine app={app.id} revision={draft.id} />;
    case "quiet":
      return <Panel title={mend.quieted} actions={<Button look="quiet" onClick={() => setQuiet(false)}>{mend.choices}</Button>} />;
    case "choices":
      return <Choices {...props} state={state} onQuiet={() => setQuiet(true)} />;
    case "offer":
    case "again":
      return <Offer {...props} state={state} />;
    default:
      phase satisfies never;
      return null;
  }
}

function Machine({ app, revision }: { app: string; revision: string }) {
  const mend = useMend();
  const again = useBuildAgain(app, revision);
  return (
    <Panel
      tone="warn"
      title={mend.machine}
      {...(again.isError ? { text: `${mend.buildFailed} ${detailOf(again.error)}` } : {})}
      actions={<Button aria-disabled={again.isPending} onClick={() => again.isPending || again.mutate()}>{mend.build}</Button>}
    />
  );
}
