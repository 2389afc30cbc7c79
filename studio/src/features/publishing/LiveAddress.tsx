import { Check, CircleCheck, Copy, ExternalLink, History, Share2 } from "lucide-react";
import { useState } from "react";
import { opensHereOnly } from "@/domain/address";
import { QrCode } from "@/features/publishing/QrCode";
import { usePublishWords } from "@/messages/publish/usePublishWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { IconButton } from "@/ui/IconButton";

interface Props {
  url: string;
  name: string;
  /** Whether it is the draft that visitors see. */
  same: boolean;
}

/** Where the app is: to open, to copy, to scan with a phone, and on one to share. An address that no other device finds is not handed on. */
export function LiveAddress({ url, name, same }: Props) {
  const publish = usePublishWords();
  const { common } = useMessages();
  const [copied, setCopied] = useState(false);
  const here = opensHereOnly(url);
  const state = same ? publish.same : publish.older;
  const copy = () => void navigator.clipboard.writeText(url).then(() => setCopied(true), () => undefined);
  // Somebody who thinks better of it is told nothing.
  const share = () => void navigator.share({ title: name, url }).catch(() => undefined);
  return (
    <section aria-label={publish.address} className="flex flex-wrap items-start gap-4 rounded-md bg-sunken p-4">
      <div className="flex min-w-0 grow basis-60 flex-col gap-2">
        <p className={`flex items-start gap-2 font-semibold ${same ? "text-ok" : "text-warn"}`}>
          {same ? <CircleCheck aria-hidden size={16} className="mt-0.5 shrink-0" /> : <History aria-hidden size={16} className="mt-0.5 shrink-0" />}
          {here ? state.here : state.everywhere}
        </p>
        <p className="flex items-center gap-1">
          <a href={url} target="_blank" rel="noopener noreferrer" className="min-w-0 py-3 text-accent underline [overflow-wrap:anywhere]">
            {url}
            <ExternalLink aria-hidden size={16} className="ml-1 inline align-text-bottom" />
          </a>
          <IconButton label={copied ? common.copied : common.copy} onClick={copy} className="shrink-0">
            {copied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
          </IconButton>
        </p>
        {here && (
          <p className="text-sm">
            {publish.noQr} {publish.forAll}
          </p>
        )}
        {!here && typeof navigator.share === "function" && (
          <Button className="self-start" icon={<Share2 aria-hidden size={16} strokeWidth={1.75} />} onClick={share}>
            {publish.share}
          </Button>
        )}
      </div>
      {!here && (
        <div className="max-md:hidden">
          <QrCode url={url} label={publish.qr(name)} />
        </div>
      )}
    </section>
  );
}
