import type { App } from "@/data/apps";
import { count, dollars, lasted } from "@/domain/amounts";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";

/** What one run of the app may spend. */
export function AppCaps({ app }: { app: App }) {
  const { locale } = useMessages();
  const { usage } = useWork();
  const { run_dollars: money, run_tokens: tokens, run_model_calls: calls, run_seconds: seconds } = app.settings.limits;
  const rows: [string, string][] = [
    [usage.cost, money == null ? usage.usual : dollars(money, locale)],
    [usage.tokens, tokens == null ? usage.usual : count(tokens, locale)],
    [usage.calls, calls == null ? usage.usual : count(calls, locale)],
    [usage.time, seconds == null ? usage.usual : lasted(seconds * 1000, locale)],
  ];
  return (
    <section aria-label={usage.caps} className="flex flex-col gap-2">
      <h2 className="text-lg">{usage.caps}</h2>
      <p className="text-sm text-muted">{usage.capsText}</p>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-4 text-sm">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
