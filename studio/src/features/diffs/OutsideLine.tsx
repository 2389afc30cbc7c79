import type { Diff } from "@/data/diffs";
import { useOutside } from "@/messages/outside/useOutside";

/** What the proposal touches that nobody asked for, and which earlier checks it rewrites. */
export function OutsideLine({ outside: { files, exports, checks } }: { outside: Diff["outside"] }) {
  const words = useOutside();
  const touched = [...files, ...exports];
  return (
    <div className="flex flex-col gap-1 text-sm text-muted [overflow-wrap:anywhere]">
      {touched.length > 0 && (
        <p>
          {words.files} <span className="font-mono text-xs">{touched.join(", ")}</span>
        </p>
      )}
      {checks.length > 0 && <p>{words.checks(checks.map((title) => `“${title}”`).join(", "))}</p>}
    </div>
  );
}
