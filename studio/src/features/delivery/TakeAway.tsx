import { Link } from "@tanstack/react-router";
import { type ReactNode, use } from "react";
import type { App } from "@/data/apps";
import { type ExportFormat, useExport } from "@/data/exports";
import { detailOf } from "@/data/problem";
import { SessionContext } from "@/data/session";
import { useGitWords } from "@/messages/git/useGitWords";
import { Button } from "@/ui/Button";
import { CopyText } from "@/ui/CopyText";
import { Fault } from "@/ui/Fault";

/** The project as files, by git, or with its history in a file. */
export function TakeAway({ app }: { app: App }) {
  const { away: words } = useGitWords();
  const make = useExport(app.id);
  const session = use(SessionContext);
  const get = (format: ExportFormat, label: string) => (
    <Button className="self-start" aria-disabled={make.isPending} onClick={() => make.isPending || make.mutate(format)}>
      {make.isPending && make.variables === format ? words.preparing : label}
    </Button>
  );
  return (
    <section aria-label={words.title} className="flex flex-col gap-5 border-t border-line pt-5">
      <h3 className="text-base font-semibold">{words.title}</h3>
      <Way title={words.zip} text={words.zipText}>
        {get("zip", words.download)}
      </Way>
      <Way title={words.clone} text={words.cloneText}>
        <CopyText text={`git clone ${session?.api ?? location.origin}/git/${app.id}.git ${app.slug}`} />
        <p className="text-sm text-muted">{words.pull}</p>
        <Link to="/account" className="inline-flex min-h-11 items-center self-start text-accent underline">
          {words.key}
        </Link>
      </Way>
      <Way title={words.bundle} text={words.bundleText(`${app.slug}.bundle`)}>
        {get("bundle", words.getBundle)}
      </Way>
      {make.isError && <Fault title={words.failed} detail={detailOf(make.error)} />}
    </section>
  );
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h4 className="text-sm font-semibold">{title}</h4>
      <p className="text-sm [overflow-wrap:anywhere]">{text}</p>
      {children}
    </section>
  );
}
