import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { detailOf } from "@/data/problem";
import { explanationQuery } from "@/data/revisions";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { useMessages } from "@/messages/useMessages";
import { Fault } from "@/ui/Fault";
import { Prose } from "@/ui/Prose";
import { Working } from "@/ui/Working";

/** What a revision changed and why, in words. Asked for when it is opened. */
export function Explanation({ app, revision }: { app: string; revision: string }) {
  const history = useHistoryWords();
  const { common } = useMessages();
  const [open, setOpen] = useState(false);
  const query = useQuery({ ...explanationQuery(useApi(), app, revision), enabled: open });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-sm text-accent max-md:py-2">{history.explain}</summary>
      <div className="mt-2 rounded-md border border-line bg-surface p-4">
        {query.isPending && <Working label={common.loading} />}
        {query.isError && <Fault title={history.explainFailed} detail={detailOf(query.error)} />}
        {query.data && <Prose text={query.data.text} />}
      </div>
    </details>
  );
}
