import { useMissing } from "@/data/packages";
import type { Entry } from "@/run/view";
import { PackageLinks } from "@/ui/PackageLinks";

/** What a run wanted to declare and the catalog does not have: a way to decide about it. */
export function MissingPackages({ run, entries }: { run: string; entries: readonly Entry[] }) {
  return <PackageLinks {...useMissing(refused(entries), ({ run_id }) => run_id === run)} />;
}

/** The names of `add_dependency` calls that were refused, each once. */
function refused(entries: readonly Entry[]): string[] {
  const names = entries.flatMap((entry) => {
    const isRefused = entry.kind === "tool" && entry.name === "add_dependency" && entry.state === "failed";
    const name = isRefused ? (entry.input as { name?: unknown } | undefined)?.name : undefined;
    return typeof name === "string" ? [name] : [];
  });
  return [...new Set(names)];
}
