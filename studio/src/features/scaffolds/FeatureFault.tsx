import { refusalOf } from "@/data/scaffolds";
import { codeOf, detailOf, findingsOf } from "@/data/problem";
import type { FeatureLeads } from "@/features/scaffolds/featureLeads";
import { useFeatureWords } from "@/messages/features/useFeatureWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";

interface Props {
  error: Error;
  /** Whether it was to be proposed, not only to get other values. */
  isNew: boolean;
  title: string;
  leads: FeatureLeads;
  onAgain: () => void;
}

/** Why a feature was not proposed, or its values not saved, and the one thing to do about that. */
export function FeatureFault({ error, isNew, title, leads: { onOpen, onAsk }, onAgain }: Props) {
  const words = useFeatureWords();
  const { common } = useMessages();
  const {
    diff,
    paths: [path = ""],
  } = refusalOf(error);
  const { faults } = words;
  const findings = findingsOf(error);
  const to = (label: string, onClick: () => void) => <Button onClick={onClick}>{label}</Button>;
  const again = to(common.retry, onAgain);
  if (!isNew) return <Fault title={words.saveFailed} detail={detailOf(error)} findings={findings} action={again} />;
  switch (codeOf(error)) {
    case "SCAFFOLD_APPLIED":
      return diff ? (
        <Fault title={faults.waits} action={to(words.seeProposal, () => onOpen({ tab: "changes", diff }))} />
      ) : (
        <Fault title={faults.there} action={to(words.seeApp, () => onOpen({ tab: "preview" }))} />
      );
    case "MERGE_CONFLICT":
      return <Fault title={faults.taken(path)} action={to(words.ask, () => onAsk(words.askRename(path)))} />;
    case "BUILDER_COMPILE_FAILED":
      return <Fault title={faults.broken} findings={findings} action={to(words.ask, () => onAsk(words.askMend(title)))} />;
    case "BUILDER_PATCH_POLICY_VIOLATION":
      return <Fault title={faults.policy} findings={findings} action={to(words.openCode, () => onOpen({ tab: "code" }))} />;
    case "VALIDATION_FAILED":
      return <Fault title={faults.invalid} detail={detailOf(error)} action={to(words.open("package.json"), () => onOpen({ tab: "code", file: "package.json" }))} />;
    case "NOT_FOUND":
      return <Fault title={faults.gone} action={to(words.all, () => onOpen({ tab: "features" }))} />;
    default:
      return <Fault title={words.failed} detail={detailOf(error)} findings={findings} action={again} />;
  }
}
