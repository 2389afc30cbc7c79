import { ChevronDown, Ellipsis } from "lucide-react";
import { useId } from "react";
import { PANE_ICONS } from "@/app/routes/paneIcons";
import { type Pane, RARE } from "@/app/routes/usePane";
import { useMessages } from "@/messages/useMessages";
import { classes } from "@/ui/classes";

interface Props {
  tabs: readonly { value: Pane; label: string; count?: number | undefined }[];
  pane: Pane | null;
  onOpen: (pane: Pane) => void;
  /** Whether it is part of a phone's bar. */
  bar?: boolean;
}

const BAR = "relative flex min-w-0 grow flex-col items-center justify-center gap-0.5 text-xs text-muted outline-offset-[-3px] aria-[current=page]:font-semibold aria-[current=page]:text-accent";
const ROW = "inline-flex min-h-11 items-center gap-1.5 px-3 text-sm text-muted outline-offset-[-3px] hover:text-ink";

/** The panes that are rarely needed, behind one button. The browser opens and closes it, and gives the focus back. */
export function MorePanes({ tabs, pane, onOpen, bar }: Props) {
  const { settings } = useMessages();
  const panel = useId();
  const Icon = bar ? Ellipsis : ChevronDown;
  const waiting = tabs.reduce((sum, { value, count = 0 }) => (RARE.has(value) ? sum + count : sum), 0);
  return (
    <>
      <button type="button" popoverTarget={panel} aria-current={bar && pane && RARE.has(pane) ? "page" : undefined} className={bar ? BAR : ROW}>
        {bar && <Icon aria-hidden size={20} strokeWidth={1.75} />}
        <span>{settings.more}</span>
        <Count count={waiting} corner={bar} />
        {!bar && <Icon aria-hidden size={16} strokeWidth={1.75} />}
      </button>
      <div
        id={panel}
        popover="auto"
        className={classes(
          "inset-auto m-0 max-h-[75vh] w-56 flex-col overflow-y-auto rounded-lg border border-line bg-surface p-2 text-ink shadow-lg open:flex",
          bar ? "right-2 bottom-16" : "top-26 right-4",
        )}
      >
        {tabs
          .filter(({ value }) => RARE.has(value))
          .map(({ value, label, count }) => (
            <Item key={value} value={value} label={label} count={count ?? 0} current={value === pane} onOpen={onOpen} />
          ))}
      </div>
    </>
  );
}

/** How much waits behind it. */
function Count({ count, corner }: { count: number; corner?: boolean | undefined }) {
  return count > 0 && <span className={classes("rounded-full bg-warn-soft px-1.5 text-xs font-semibold text-warn", corner && "absolute top-1 left-1/2 ml-2")}>{count}</span>;
}

function Item({ value, label, count, current, onOpen }: { value: Pane; label: string; count: number; current: boolean; onOpen: (pane: Pane) => void }) {
  const Icon = PANE_ICONS[value];
  return (
    <button
      type="button"
      aria-current={current ? "page" : undefined}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
        onOpen(value);
      }}
      className="flex min-h-11 items-center gap-3 rounded-md px-3 text-left text-base hover:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-accent"
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} className="text-muted" />
      {label}
      <Count count={count} />
    </button>
  );
}
