import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { detailOf } from "@/data/problem";
import type { Revision } from "@/data/revision";
import { explanationQuery } from "@/data/revisions";
import { explained } from "@/domain/explained";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { useMessages } from "@/messages/useMessages";
import { Fault } from "@/ui/Fault";
import { Prose } from "@/ui/Prose";
import { Working } from "@/ui/Working";

/** Why a revision changed what it changed, and what in each file; what stands above it is left out. Asked for when it is opened. */
export function Explanation({ app, revision: { id, message } }: { app: string; revision: Pick<Revision, "id" | "message"> }) {
  const history = useHistoryWords();
  const { common } = useMessages();
  const [open, setOpen] = useState(false);
  const query = useQuery({ ...explanationQuery(useApi(), app, id), enabled: open });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-sm text-accent max-md:py-3">{history.explain}</summary>
      <div className="mt-2 rounded-md border border-line bg-surface p-4">
        {query.isPending && <Working label={common.loading} />}
        {query.isError && <Fault title={history.explainFailed} detail={detailOf(query.error)} />}
        {query.data && <Prose text={explained(query.data, history.explained, [message])} />}
      </div>
    </details>
  );
}
