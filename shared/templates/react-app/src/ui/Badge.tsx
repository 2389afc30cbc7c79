import type { ReactNode } from "react";

type Props = { tone?: "neutral" | "accent" | "highlight" | "danger"; children: ReactNode };

export default function Badge({ tone = "neutral", children }: Props) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
