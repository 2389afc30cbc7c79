import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { linesQuery } from "@/data/lines";
import { knownBy } from "@/domain/lines";
import { usePackageWords } from "@/messages/packages/usePackageWords";

/** The sets of packages to choose from, each with what it is for: one for each lockfile, so a line may have two. */
export function useSets(): { value: string; label: string }[] {
  const words = usePackageWords();
  const { data: lines = [] } = useQuery(linesQuery(useApi()));
  const names = [...new Set(lines.map(({ set }) => set))];
  return names.map((value) => {
    const rows = lines.filter(({ set }) => set === value);
    return { value, label: `${words.lines[rows[0]?.line ?? "current"]} (${knownBy(rows)})` };
  });
}
