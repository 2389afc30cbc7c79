import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/data/api";
import { blueprintsQuery } from "@/data/planning";
import type { Workspace } from "@/data/workspace";
import type { PlanPlace } from "@/domain/place";
import { BlueprintBar } from "@/features/planning/BlueprintBar";
import { PlanView } from "@/features/planning/PlanView";
import type { PlanLeads } from "@/features/planning/planLeads";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useMessages } from "@/messages/useMessages";
import { planDraft, useIsBegun } from "@/run/begun";
import { classes } from "@/ui/classes";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const BringText = lazy(() => import("@/features/planning/BringText").then((loaded) => ({ default: loaded.BringText })));

interface Props {
  workspace: Workspace;
  place: PlanPlace;
  onPlace: (place: PlanPlace) => void;
  leads: PlanLeads;
}

/** What is to be built, as a plan: which text it follows, its parts, and of each where the text says so. */
export function PlanPane({ workspace: { app }, place, onPlace, leads }: Props) {
  const { common } = useMessages();
  const { plan: words } = usePlanningWords();
  const begun = useIsBegun(planDraft(app.id));
  const [bringing, setBringing] = useState<"begun" | "first" | "newer" | null>(begun ? "begun" : null);
  const query = useQuery(blueprintsQuery(useApi(), app.id));
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Notice tone="bad" title={words.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const all = query.data;
  const shown = all.find(({ id }) => id === place.blueprint) ?? all.find(({ active }) => active) ?? all[0];
  if (bringing && (bringing !== "begun" || !shown)) {
    const done = (blueprint: string) => {
      setBringing(null);
      onPlace({ blueprint });
    };
    return (
      <Suspense fallback={<Working label={common.loading} />}>
        <BringText app={app.id} base={bringing === "newer" ? (shown ?? null) : null} onDone={done} onClose={() => setBringing(null)} />
      </Suspense>
    );
  }
  if (!shown) {
    const bring = (
      <Button look="main" pill onClick={() => setBringing("first")}>
        {words.bring}
      </Button>
    );
    return <Notice title={words.none} text={words.noneText} action={bring} />;
  }
  return (
    <div className="flex h-full flex-col">
      <div className={classes("shrink-0", place.node && "max-md:hidden")}>
        <BlueprintBar app={app.id} all={all} shown={shown} onChoose={(blueprint) => onPlace({ blueprint })} onBring={setBringing} />
      </div>
      <PlanView key={shown.id} app={app} blueprint={shown} place={place} onPlace={(next) => onPlace({ ...(place.blueprint ? { blueprint: place.blueprint } : {}), ...next })} leads={leads} />
    </div>
  );
}
