import { CircleCheck, CircleDashed, CircleSlash, LoaderCircle, type LucideIcon, OctagonX, TriangleAlert } from "lucide-react";
import type { ConnectionTest, Probe, ServerForm } from "@/data/connectionTest";
import { count, dollars, lasted } from "@/domain/amounts";
import type { ConnectionWords } from "@/messages/connection/en";
import { useConnectionWords } from "@/messages/connection/useConnectionWords";
import { useMessages } from "@/messages/useMessages";
import { classes } from "@/ui/classes";

const MARKS: Record<Probe["status"], { icon: LucideIcon; tone: string }> = {
  waiting: { icon: CircleDashed, tone: "text-muted" },
  running: { icon: LoaderCircle, tone: "text-accent" },
  works: { icon: CircleCheck, tone: "text-ok" },
  fails: { icon: OctagonX, tone: "text-bad" },
  off: { icon: CircleSlash, tone: "text-muted" },
  skipped: { icon: CircleSlash, tone: "text-muted" },
};

const VERDICTS: Record<NonNullable<ConnectionTest["verdict"]>, { icon: LucideIcon; tone: string }> = {
  ready: MARKS.works,
  limited: { icon: TriangleAlert, tone: "text-warn" },
  unusable: MARKS.fails,
};

/** What it all comes to, what each request has shown, a row each, and how requests are written. */
export function ConnectionResult({ test }: { test: ConnectionTest }) {
  const words = useConnectionWords();
  const { locale } = useMessages();
  const verdict = test.verdict && VERDICTS[test.verdict];
  const at = new Date(test.created_at).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div>
        <p role="status" className="flex items-center gap-2 text-base font-semibold">
          {verdict && <verdict.icon aria-hidden size={20} strokeWidth={1.75} className={classes("shrink-0", verdict.tone)} />}
          {test.status === "lost" ? words.lost : test.verdict ? words.verdicts[test.verdict] : words.progress(nowAt(test, words))}
        </p>
        <p className="text-muted">{words.of(test.model, at)}</p>
      </div>
      <ul className="flex flex-col divide-y divide-line">
        {test.probes.map((probe) => (
          <ProbeRow key={probe.name} probe={probe} />
        ))}
      </ul>
      {test.learned && (
        <p>
          <span className="font-semibold">{words.learned}:</span> {pointsOf(test.learned, words)}
        </p>
      )}
      {test.form && (
        <details>
          <summary className="w-fit cursor-pointer text-muted max-md:py-3">{words.profile}</summary>
          <p>{pointsOf(test.form, words)}</p>
        </details>
      )}
    </div>
  );
}

function ProbeRow({ probe }: { probe: Probe }) {
  const words = useConnectionWords();
  const { locale } = useMessages();
  const { icon: Icon, tone } = MARKS[probe.status];
  const used =
    probe.seconds !== null && probe.requests > 0
      ? [
          lasted(probe.seconds * 1000, locale),
          ...(probe.input_tokens ? [words.tokens(count(probe.input_tokens, locale), count(probe.output_tokens, locale))] : []),
          ...(probe.cost_usd === null ? [] : [dollars(probe.cost_usd, locale)]),
        ].join(" · ")
      : "";
  return (
    <li data-state={probe.status} className="flex gap-3 py-3">
      <Icon aria-hidden size={20} strokeWidth={1.75} className={classes("shrink-0", tone, probe.status === "running" && "animate-spin")} />
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span>
            <span className="font-semibold">{words.probes[probe.name]}:</span> <span className={tone}>{words.statuses[probe.status]}</span>
          </span>
          {used && <span className="text-xs text-muted tabular-nums max-sm:basis-full">{used}</span>}
        </p>
        {probe.outcome && probe.status !== "skipped" && <p>{words.outcomes[probe.outcome]}</p>}
        {probe.server_message && <p className="font-mono text-xs [overflow-wrap:anywhere] text-muted">{probe.server_message}</p>}
        {probe.advice && <p>{words.advice[probe.advice]}</p>}
      </div>
    </li>
  );
}

function pointsOf(form: ServerForm, words: ConnectionWords): string {
  const points = [...form.profile.map((point) => words.points[point]), ...(form.left_out.length ? [words.without(form.left_out.join(", "))] : [])];
  return points.join(", ") || words.standard;
}

function nowAt(test: ConnectionTest, words: ConnectionWords): string {
  const running = test.probes.find(({ status }) => status === "running");
  return running ? words.probes[running.name] : "";
}
