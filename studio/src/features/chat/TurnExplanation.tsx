import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Schemas, useApi } from "@/data/api";
import { detailOf } from "@/data/problem";
import { turnExplanationQuery } from "@/data/turns";
import { explained } from "@/domain/explained";
import { useMessages } from "@/messages/useMessages";
import { Fault } from "@/ui/Fault";
import { Prose } from "@/ui/Prose";
import { Working } from "@/ui/Working";

/** Why a turn changed what it changed, and what in each file. Asked for when it is opened; what the turn says itself is left out. */
export function TurnExplanation({ app, about }: { app: string; about: Schemas["ExplainRequest"] }) {
  const { turn, common } = useMessages();
  const [open, setOpen] = useState(false);
  const query = useQuery({ ...turnExplanationQuery(useApi(), app, about), enabled: open });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-accent max-md:py-3">{turn.explain}</summary>
      <div className="mt-2 border-l border-line pl-4">
        {query.isPending && <Working label={common.loading} />}
        {query.isError && <Fault title={turn.explainFailed} detail={detailOf(query.error)} />}
        {query.data && <Prose text={explained(query.data, turn.explained, [query.data.summary ?? "", ...query.data.assumptions])} />}
      </div>
    </details>
  );
}
