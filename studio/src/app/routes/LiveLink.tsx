import { ExternalLink } from "lucide-react";
import { useMessages } from "@/messages/useMessages";

/** To the app as visitors see it. */
export function LiveLink({ url, className }: { url: string; className: string }) {
  const { live } = useMessages().workspace;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={className}>
      {live}
      <ExternalLink aria-hidden size={16} strokeWidth={1.75} />
    </a>
  );
}
