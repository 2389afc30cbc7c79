import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { revisionQuery } from "@/data/revision";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

/** Says that this is not the draft, and leads back to it. */
export function OldRevision({ app, revision, onLeave }: { app: string; revision: string; onLeave: () => void }) {
  const code = useCodeWords();
  const { locale } = useMessages();
  const { data } = useQuery(revisionQuery(useApi(), app, revision));
  const when = data && new Date(data.created_at).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-warn-soft px-4 py-1.5 text-sm text-warn">
      <p className="flex min-w-0 flex-wrap gap-x-2 [overflow-wrap:anywhere]">
        <span>{code.old(when ?? "")}</span>
        <span className="font-semibold">{data?.label ?? data?.message}</span>
      </p>
      <Button className="text-sm! md:min-h-8!" onClick={onLeave}>
        {code.toDraft}
      </Button>
    </div>
  );
}
