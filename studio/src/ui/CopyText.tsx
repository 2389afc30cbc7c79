import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useMessages } from "@/messages/useMessages";
import { IconButton } from "@/ui/IconButton";

/** Words for a terminal, to be copied. */
export function CopyText({ text }: { text: string }) {
  const { common } = useMessages();
  const [copied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true), () => undefined);
  return (
    <p className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 grow self-center py-1 font-mono text-sm [overflow-wrap:anywhere]">{text}</code>
      <IconButton label={copied ? common.copied : common.copy} onClick={copy} className="shrink-0">
        {copied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
      </IconButton>
    </p>
  );
}
