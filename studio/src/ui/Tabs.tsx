import type { KeyboardEvent } from "react";

interface Props<V extends string> {
  /** The ids of tabs and panels begin with it. */
  name: string;
  label: string;
  tabs: readonly { value: V; label: string; count?: number }[];
  value: V;
  onChoose: (value: V) => void;
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Arrow keys move along the tabs, Enter opens one: nothing is loaded by passing by. */
export function Tabs<V extends string>({ name, label, tabs, value, onChoose }: Props<V>) {
  return (
    <div role="tablist" aria-label={label} onKeyDown={moveAlong} className="flex shrink-0 gap-1 overflow-x-auto overflow-y-hidden border-b border-line bg-surface px-3">
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${name}-tab-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={`${name}-panel-${tab.value}`}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChoose(tab.value)}
          className="inline-flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 text-sm text-muted outline-offset-[-3px] hover:text-ink aria-selected:border-accent aria-selected:font-semibold aria-selected:text-ink"
        >
          {tab.label}
          {tab.count ? <span className="rounded-full bg-warn-soft px-2 text-xs font-semibold text-warn">{tab.count}</span> : null}
        </button>
      ))}
    </div>
  );
}

function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const step = STEPS[event.key];
  if (!step || at < 0) return;
  event.preventDefault();
  tabs[step(at, tabs.length - 1)]?.focus();
}
