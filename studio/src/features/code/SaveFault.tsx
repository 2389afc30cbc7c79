import { codeOf, detailOf } from "@/data/problem";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { Fault } from "@/ui/Fault";

const WORDS = ["BUILDER_COMPILE_FAILED", "BUILDER_PATCH_POLICY_VIOLATION"] as const;

/** Why nothing was saved. What was written is still there, and what was found stands below the text. */
export function SaveFault({ error }: { error: Error }) {
  const code = useCodeWords();
  const known = WORDS.find((one) => one === codeOf(error));
  return (
    <div className="border-b border-line p-2">
      <Fault title={known ? code.refused[known] : code.saveFailed} detail={known ? "" : detailOf(error)} />
    </div>
  );
}
