import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useApi } from "@/data/api";
import { endedQuery, type RunDetail } from "@/data/turns";
import { count, dollars as money } from "@/domain/amounts";
import { type Messages, useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

interface Props {
  app: string;
  run: string;
  busy: boolean;
  /** Null where dollars were not what stopped it: its caps begin anew. */
  onGoOn: (dollars: number | null) => void;
}

/** Goes on behind a cap: what stopped the run, and in the same place how much the next one may spend. */
export function CapForm({ app, run, busy, onGoOn }: Props) {
  const { turn, settings, locale } = useMessages();
  const query = useQuery(endedQuery(useApi(), app, run));
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const dollars = query.data?.stopped_by === "dollars";
  const text = typed ?? String(query.data?.bounds.dollars ?? "");
  const value = Number(text.replace(",", "."));
  const wrong = dollars && !(value > 0);
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !wrong) onGoOn(dollars ? value : null);
      }}
    >
      {query.data?.stopped && <p className="[overflow-wrap:anywhere] text-muted">{capWords(query.data, turn, locale) ?? query.data.stopped}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="main" aria-disabled={busy || wrong}>
          {dollars ? turn.goOnUpTo : turn.goOn}
        </Button>
        {dollars && (
          <span className="inline-flex items-center gap-1">
            $
            <input id={id} aria-label={turn.capLabel} aria-invalid={wrong} inputMode="decimal" value={text} onChange={(event) => setTyped(event.target.value)} className="min-h-10 w-20 rounded-md border border-edge bg-surface px-3 text-base text-ink aria-invalid:border-bad max-md:min-h-11" />
          </span>
        )}
      </div>
      {dollars && (
        <p className="text-muted">
          {turn.capMost}{" "}
          <Link to="/apps/$app" params={{ app }} search={{ tab: "settings" }} className="underline">
            {settings.title}
          </Link>
        </p>
      )}
    </form>
  );
}

/** Which cap it was, with its size; null for one that is not the run's own. */
function capWords({ stopped_by: cap, bounds }: RunDetail, { caps }: Messages["turn"], locale: string): string | null {
  switch (cap) {
    case "dollars":
      return caps.dollars(money(bounds.dollars, locale));
    case "model_calls":
    case "tokens":
    case "seconds":
      return caps[cap](count(bounds[cap], locale));
    default:
      return cap && caps[cap];
  }
}
