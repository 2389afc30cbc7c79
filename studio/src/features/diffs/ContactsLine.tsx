import type { Diff } from "@/data/diffs";
import { useAllowHost } from "@/data/hosts";
import { detailOf } from "@/data/problem";
import { useOutside } from "@/messages/outside/useOutside";
import { Button } from "@/ui/Button";
import { passBack } from "@/ui/passBack";

/** Hosts that the proposal's source names and nobody has allowed, each with the place and the word that allows it. */
export function ContactsLine({ diff: { app_id: app, contacts } }: { diff: Diff }) {
  const words = useOutside();
  const allow = useAllowHost(app);
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {contacts.map(({ host, path, line }) => (
          <li key={host} ref={passBack} className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-sm bg-warn-soft px-3 py-1.5 text-warn">
            <span className="min-w-0 grow basis-60 [overflow-wrap:anywhere]">
              {words.contacts(host)} <span className="font-mono text-xs">{`${path ?? ""}:${line ?? ""}`}</span>
            </span>
            <Button onClick={() => !allow.isPending && allow.mutate(host)} className="max-w-full py-2 text-left">
              <span className="min-w-0 [overflow-wrap:anywhere] whitespace-normal">{words.allow(host)}</span>
            </Button>
          </li>
      ))}
      {allow.isError && <li role="alert" className="text-bad">{detailOf(allow.error)}</li>}
    </ul>
  );
}
