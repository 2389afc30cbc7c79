import type { ReactNode } from "react";

interface Props {
  title: string;
  text?: string;
  action?: ReactNode;
  tone?: "plain" | "bad";
  /** `h1` where it is all that the page has. */
  heading?: "h1" | "h2" | "h3";
}

/** What a pane shows when it has nothing else: what happened, and one thing to do. */
export function Notice({ title, text, action, tone = "plain", heading: Heading = "h2" }: Props) {
  return (
    <div role={tone === "bad" ? "alert" : undefined} className="mx-auto flex max-w-[48ch] flex-col items-center gap-3 p-8 text-center">
      <Motif />
      <Heading className="text-lg text-balance">{title}</Heading>
      {text && <p className="text-balance text-muted">{text}</p>}
      {action}
    </div>
  );
}

/** The quarter circles of the mark. */
function Motif() {
  return (
    <svg aria-hidden viewBox="0 0 48 24" width="64" height="32" className="mb-1">
      <path className="fill-accent" d="M0 0h24v24A24 24 0 0 1 0 0z" />
      <path className="fill-highlight" d="M24 24a24 24 0 0 1 24-24v24z" />
    </svg>
  );
}
