import { Check, Copy } from "lucide-react";
import { useId, useState } from "react";
import type { NewApiKey } from "@/data/tenant";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { FIELD } from "@/ui/Field";

/** A new key, this once. */
export function NewKey({ made, onDone }: { made: NewApiKey; onDone: () => void }) {
  const { common } = useMessages();
  const { tenant } = useWork();
  const id = useId();
  const [copied, setCopied] = useState<"no" | "yes" | "failed">("no");
  const copy = () => void navigator.clipboard.writeText(made.key).then(() => setCopied("yes"), () => setCopied("failed"));
  return (
    <section aria-label={tenant.made} className="flex flex-col gap-3 rounded-md border border-edge bg-ok-soft p-4">
      <h3 ref={arrive} tabIndex={-1} className="font-semibold [overflow-wrap:anywhere]">
        {tenant.made}: {made.name}
      </h3>
      <p id={`${id}-about`}>{tenant.madeText}</p>
      <div className="flex flex-wrap gap-2">
        <input aria-label={tenant.secret} aria-describedby={`${id}-about`} readOnly value={made.key} onFocus={(event) => event.target.select()} className={`${FIELD} grow basis-60 font-mono text-xs`} />
        <Button look="main" icon={copied === "yes" ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />} onClick={copy}>
          {copied === "yes" ? common.copied : common.copy}
        </Button>
        <Button onClick={onDone}>{tenant.hide}</Button>
      </div>
      {copied === "failed" && (
        <p role="alert" className="text-sm text-bad">
          {tenant.copyFailed}
        </p>
      )}
    </section>
  );
}
