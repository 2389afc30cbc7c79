import { CircleCheck, LoaderCircle } from "lucide-react";
import { placed } from "@/data/problem";
import type { ImportedBuild } from "@/features/home/useImportedBuild";
import { useHomeWords } from "@/messages/home/useHomeWords";
import { Fault } from "@/ui/Fault";

/** What the first build of an import is doing, and then how it ended. */
export function ImportBuild({ build: { stand, error } }: { build: ImportedBuild }) {
  const { imports } = useHomeWords();
  if (stand === "failed") return <Fault title={imports.failed} detail={error?.message ?? ""} findings={(error?.diagnostics ?? []).map(placed)} action={<p>{imports.fix}</p>} />;
  const built = stand === "built";
  const Mark = built ? CircleCheck : LoaderCircle;
  return (
    <p role="status" className="flex items-center gap-2">
      <Mark aria-hidden size={20} strokeWidth={1.75} className={built ? "shrink-0 text-ok" : "shrink-0 animate-spin text-accent"} />
      {built ? imports.built : imports.building}
    </p>
  );
}
