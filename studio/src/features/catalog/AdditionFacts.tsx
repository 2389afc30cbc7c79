import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApi } from "@/data/api";
import { appQuery } from "@/data/apps";
import type { Addition } from "@/data/packages";
import { useIsMe } from "@/data/tenant";
import { byteSize } from "@/domain/byteSize";
import { linesQuery } from "@/data/lines";
import { knownBy } from "@/domain/lines";
import { usePackageWords } from "@/messages/packages/usePackageWords";
import { useMessages } from "@/messages/useMessages";
import { useAgo } from "@/ui/useAgo";

/** Stands where a name would, in what nobody signed in has asked for. */
const AGENT = "agent";

/** Who wanted it and what is known of it; why it is not there, in the person's language where the code says it all. */
export function AdditionFacts({ addition }: { addition: Addition }) {
  const { locale } = useMessages();
  const words = usePackageWords();
  const isMe = useIsMe();
  const ago = useAgo();
  const { status, code, reason, line, licence, bytes, packages, by, at } = addition;
  const told = (code && words.reasons[code]) || reason;
  const { data: lines = [] } = useQuery(linesQuery(useApi()));
  const rows = lines.filter(({ set }) => set === line);
  const facts = [
    rows[0] ? `${words.onLine[rows[0].line]} (${knownBy(rows)})` : line,
    licence,
    bytes === null ? null : byteSize(bytes, locale),
    packages === null ? null : words.came(packages),
    words.by(by === AGENT ? words.agent : isMe(by) ? words.you : by, ago(at)),
  ];
  return (
    <>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        {facts.map((fact, place) => fact && <span key={place} className="[overflow-wrap:anywhere]">{fact}</span>)}
      </p>
      {addition.app_id && status === "proposed" && <Asker app={addition.app_id} run={addition.run_id} />}
      {status === "adding" && <p className="text-sm">{words.working}</p>}
      {told && status !== "adding" && <p className="text-sm [overflow-wrap:anywhere]">{told}</p>}
      {reason && told !== reason && status !== "adding" && (
        <details className="text-sm text-muted">
          <summary className="w-fit cursor-pointer max-md:py-3">{words.said}</summary>
          <p lang="en" className="[overflow-wrap:anywhere]">
            {reason}
          </p>
        </details>
      )}
    </>
  );
}

/** The app for whose sake it is proposed, and in it the run that asked. */
function Asker({ app, run }: { app: string; run: string | null }) {
  const words = usePackageWords();
  const { data } = useQuery(appQuery(useApi(), app));
  return (
    <p className="text-sm">
      {run ? words.asked : words.brought}{" "}
      <Link to="/apps/$app" params={{ app }} search={run ? { tab: "runs", run } : {}} className="inline-flex items-center font-semibold text-accent underline max-md:min-h-11">
        {data?.name ?? words.openApp}
      </Link>
    </p>
  );
}
