import { generate } from "lean-qr";
import { useMemo } from "react";

/** The quiet border that a reader needs, in modules. */
const BORDER = 4;

/** An address to scan. Black on white in every theme: that is what cameras expect. */
export function QrCode({ url, label }: { url: string; label: string }) {
  const { size, path } = useMemo(() => drawn(url), [url]);
  const whole = size + 2 * BORDER;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${whole} ${whole}`} className="size-32 shrink-0 rounded-sm" shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${whole}v${whole}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

function drawn(url: string): { size: number; path: string } {
  const code = generate(url);
  const rows = Array.from({ length: code.size }, (_, y) => y);
  const dots = rows.flatMap((y) => rows.filter((x) => code.get(x, y)).map((x) => `M${x + BORDER} ${y + BORDER}h1v1h-1z`));
  return { size: code.size, path: dots.join("") };
}
