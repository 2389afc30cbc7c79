import { type ReactNode, useEffect } from "react";
import { app } from "../content";

type Props = { title: string; lead?: string; actions?: ReactNode; children: ReactNode };

export default function Page({ title, lead, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${app.name}`;
  }, [title]);

  return (
    <>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-3xl wrap-anywhere md:text-4xl">{title}</h1>
          {lead && <p className="mt-2 max-w-xl text-muted">{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </>
  );
}
