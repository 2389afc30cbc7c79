import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  text: string;
  children: ReactNode;
}

/** Settings that belong together, with one sentence about them. */
export function Section({ title, text, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 py-6">
      <header className="flex flex-col gap-1">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <p className="text-muted">{text}</p>
      </header>
      {children}
    </section>
  );
}
