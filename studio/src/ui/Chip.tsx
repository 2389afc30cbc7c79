import { X } from "lucide-react";
import type { ReactNode } from "react";
import { focusHome } from "@/ui/focusHome";

interface Props {
  icon?: ReactNode;
  /** The name of the button that takes it away. */
  remove: string;
  onRemove: () => void;
  children: ReactNode;
}

/** A small thing that was put here and can be taken away; the focus goes to its neighbour then. */
export function Chip({ icon, remove, onRemove, children }: Props) {
  return (
    <li className="inline-flex min-h-8 max-w-full min-w-0 items-center gap-1.5 rounded-lg border border-line bg-sunken pl-3 text-sm max-md:min-h-11">
      {icon}
      <span className={typeof children === "string" ? "min-w-0 truncate" : "min-w-0"}>{children}</span>
      <button
        type="button"
        aria-label={remove}
        title={remove}
        onClick={(event) => {
          focusNeighbour(event.currentTarget);
          onRemove();
        }}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-full text-muted hover:text-ink max-md:size-11"
      >
        <X aria-hidden size={14} />
      </button>
    </li>
  );
}

/** The next chip's button, the one before, or where one writes. */
function focusNeighbour(button: HTMLElement): void {
  const chip = button.closest("li");
  const neighbour = chip?.nextElementSibling ?? chip?.previousElementSibling;
  const next = neighbour?.querySelector("button");
  if (next) next.focus();
  else focusHome(button);
}
