import { useState } from "react";

interface Props {
  label: string;
  text: string;
  /** Whether it is JSON, which is drawn with its lines. */
  json?: boolean;
  open?: boolean;
}

/** What a step was asked or answered, as it was written; nothing of it is drawn before it is opened. */
export function StepWords({ label, text, json, open: first = false }: Props) {
  const [open, setOpen] = useState(first);
  if (!text) return null;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="text-sm">
      <summary className="min-h-8 cursor-pointer content-center rounded-sm text-muted hover:text-ink max-md:min-h-11">{label}</summary>
      {open && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        <pre role="group" tabIndex={0} aria-label={label} className="max-h-80 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap">
          {json ? spaced(text) : text}
        </pre>
      )}
    </details>
  );
}

/** Arguments that were cut are no JSON any more: they are shown as they came. */
function spaced(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
