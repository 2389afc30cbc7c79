import { Eraser, Hand, MoveUpRight, Pencil, Square, Undo2, type LucideIcon } from "lucide-react";
import { type Ink, INKS, type Tool, TOOLS } from "@/domain/sketch";
import type { Sketching } from "@/features/preview/picture/useSketch";
import { useMend } from "@/messages/mend/useMend";
import { IconButton } from "@/ui/IconButton";

const ICONS: Record<Tool, LucideIcon> = { arrow: MoveUpRight, pen: Pencil, frame: Square };
const FILLS: Record<Ink, string> = { bad: "bg-bad", accent: "bg-accent", highlight: "bg-highlight", ink: "bg-ink" };

/** What one draws with: the shape, the colour, and the way back. */
export function PenBar({ sketch }: { sketch: Sketching }) {
  const { picture } = useMend();
  const empty = sketch.marks.length === 0;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div role="group" aria-label={picture.tools} className="flex gap-0.5">
        <IconButton label={picture.hand} aria-pressed={sketch.hand} onClick={() => sketch.setHand(!sketch.hand)}>
          <Hand aria-hidden size={18} strokeWidth={1.75} />
        </IconButton>
        {TOOLS.map((tool) => {
          const Icon = ICONS[tool];
          return (
            <IconButton key={tool} label={picture.tool[tool]} aria-pressed={tool === sketch.tool && !sketch.hand} onClick={() => sketch.setTool(tool)}>
              <Icon aria-hidden size={18} strokeWidth={1.75} />
            </IconButton>
          );
        })}
      </div>
      <div role="group" aria-label={picture.colours} className="flex gap-0.5">
        {INKS.map((ink) => (
          <IconButton key={ink} label={picture.colour[ink]} aria-pressed={ink === sketch.ink} onClick={() => sketch.setInk(ink)}>
            <span aria-hidden className={`size-5 rounded-full border border-edge ${FILLS[ink]}`} />
          </IconButton>
        ))}
      </div>
      <div className="flex gap-0.5">
        <IconButton label={picture.undo} aria-disabled={empty} onClick={() => empty || sketch.undo()}>
          <Undo2 aria-hidden size={18} strokeWidth={1.75} />
        </IconButton>
        <IconButton label={picture.clear} aria-disabled={empty} onClick={() => empty || sketch.clear()}>
          <Eraser aria-hidden size={18} strokeWidth={1.75} />
        </IconButton>
      </div>
    </div>
  );
}
