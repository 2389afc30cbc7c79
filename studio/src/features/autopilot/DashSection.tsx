import { type ReactNode, useId } from "react";

/** One part of the overview. */
export function DashSection({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <h3 id={heading} className="font-sans font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}
