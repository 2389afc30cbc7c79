import { memo, useMemo } from "react";
import { printed, type Span, type Tint } from "@/domain/ansi";
import { useWork } from "@/messages/work/useWork";
import { classes } from "@/ui/classes";

const MOST = 3000;
const BLOCK = 50;
const TINTS: Record<Tint, string> = { plain: "", bad: "text-bad", ok: "text-ok", warn: "text-warn", accent: "text-accent", plum: "text-plum", muted: "text-muted" };

/** What a command printed. Blocks of lines that are out of sight are not laid out. */
export const OutputLines = memo(function OutputLines({ label, output }: { label: string; output: string }) {
  const { terminal } = useWork();
  const { lines, before } = useMemo(() => printed(output, MOST), [output]);
  const blocks = useMemo(() => Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, at) => lines.slice(at * BLOCK, (at + 1) * BLOCK)), [lines]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
    <div tabIndex={0} role="region" aria-label={label} className="max-h-[60vh] overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs leading-5 [font-variant-ligatures:none]">
      {before > 0 && <p className="text-muted">{terminal.cut(before)}</p>}
      {blocks.map((block, at) => (
        <pre key={at} className="font-mono [overflow-wrap:anywhere] whitespace-pre-wrap [contain-intrinsic-size:auto_1000px] [content-visibility:auto]">
          {block.map(drawn)}
        </pre>
      ))}
    </div>
  );
});

function drawn(line: readonly Span[], at: number) {
  return (
    <span key={at}>
      {line.map(({ text, tint, strong }, place) =>
        tint === "plain" && !strong ? (
          text
        ) : (
          <span key={place} className={classes(TINTS[tint], strong && "font-semibold")}>
            {text}
          </span>
        ),
      )}
      {"\n"}
    </span>
  );
}
