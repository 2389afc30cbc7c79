import { detailOf } from "@/data/problem";
import { type ApiKey, useIsMe, useKeys } from "@/data/tenant";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { Fault } from "@/ui/Fault";
import { SureButton } from "@/ui/SureButton";
import { useAgo } from "@/ui/useAgo";

/** One key: what it may do, until when, and whether it still opens anything. */
export function KeyRow({ apiKey: key }: { apiKey: ApiKey }) {
  const { locale } = useMessages();
  const ago = useAgo();
  const { tenant } = useWork();
  const { revoke } = useKeys();
  const isMe = useIsMe();
  const day = (moment: string) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(moment));
  const expired = key.expires_at !== null && Date.parse(key.expires_at) <= Date.now();
  const over = key.revoked_at !== null || expired;
  const ends = key.revoked_at ? tenant.revoked(day(key.revoked_at)) : key.expires_at ? (expired ? tenant.expired : tenant.until)(day(key.expires_at)) : tenant.spans.never;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <div className="min-w-0 grow basis-60">
        <p className={`font-semibold [overflow-wrap:anywhere] ${over ? "text-muted line-through" : ""}`}>{key.name}</p>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <span className="font-mono">{tenant.ends(key.last_four)}</span>
          <span>{ends}</span>
          <span className="[overflow-wrap:anywhere]">{tenant.by(isMe(key.created_by) ? tenant.youBy : key.created_by, ago(key.created_at))}</span>
        </p>
        <p className="text-sm">{key.scopes.map((scope) => tenant.scopes[scope]).join(", ")}</p>
      </div>
      {!key.revoked_at && <SureButton label={tenant.revoke} question={tenant.revokeSure(key.name)} busy={revoke.isPending} danger look="quiet" onSure={() => revoke.mutate(key.id)} />}
      {revoke.isError && <Fault title={tenant.revokeFailed} detail={detailOf(revoke.error)} />}
    </div>
  );
}
