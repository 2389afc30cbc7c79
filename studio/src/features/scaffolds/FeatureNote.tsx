import type { ReactNode } from "react";
import type { AppScaffold } from "@/data/scaffolds";
import { standingOf } from "@/domain/scaffold";
import type { FeatureLeads } from "@/features/scaffolds/featureLeads";
import { useFeatureWords } from "@/messages/features/useFeatureWords";
import { Button } from "@/ui/Button";

interface Props {
  stand: AppScaffold;
  /** What the agent can be asked where the page has no plain place for it. */
  ask: string | null;
  leads: FeatureLeads;
}

/** How the feature stands in the app, and the one thing to do now. Nothing of one that is not there. */
export function FeatureNote({ stand, ask, leads: { onOpen, onAsk } }: Props) {
  const words = useFeatureWords();
  const { scaffold, diff_id: diff, unset } = stand;
  switch (standingOf(stand)) {
    case "available":
      return null;
    case "proposed":
      return (
        <Note tone="bg-warn-soft text-warn" title={words.proposedTitle} text={words.proposedText}>
          <Button look="main" onClick={() => onOpen({ tab: "changes", ...(diff ? { diff } : {}) })}>
            {words.seeProposal}
          </Button>
          {ask && (
            <>
              <p>{words.unplaced}</p>
              <Button onClick={() => onAsk(ask)}>{words.ask}</Button>
            </>
          )}
        </Note>
      );
    case "missing":
      return <Note tone="bg-warn-soft text-warn" title={words.missingTitle(labels(scaffold.values, unset))} text={words.missingText} />;
    case "applied":
      return (
        <Note tone="bg-ok-soft text-ok" title={words.appliedTitle} text={words.appliedText}>
          <Button onClick={() => onOpen({ tab: "preview" })}>{words.seeApp}</Button>
        </Note>
      );
  }
}

function labels(values: AppScaffold["scaffold"]["values"], names: readonly string[]): string {
  return values.flatMap(({ name, label }) => (names.includes(name) ? [label] : [])).join(", ");
}

function Note({ tone, title, text, children }: { tone: string; title: string; text: string; children?: ReactNode }) {
  return (
    <div className={`mt-4 flex flex-col items-start gap-2 rounded-md p-3 ${tone}`}>
      <p className="font-semibold">{title}</p>
      <p>{text}</p>
      {children}
    </div>
  );
}
