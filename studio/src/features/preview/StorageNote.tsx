import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { previewQuery } from "@/data/preview";
import { Strip } from "@/features/preview/Strip";
import { useMessages } from "@/messages/useMessages";
import { pageAddress } from "@/ui/pageAddress";

interface Props {
  app: string;
  revision: string | null;
}

/** That the browser refuses storage to the page, how long its data stays then, and where it works as it will for visitors. */
export function StorageNote({ app, revision }: Props) {
  const { preview } = useMessages();
  const { data } = useQuery({ ...previewQuery(useApi(), app, revision ?? ""), enabled: revision !== null });
  const href = data && "preview_url" in data ? pageAddress(data) : null;
  const open = href && (
    <a href={href} target="_blank" rel="noopener noreferrer" className="inline-flex min-h-8 items-center font-semibold text-accent underline max-md:min-h-11">
      {preview.outside}
    </a>
  );
  return <Strip action={open}>{preview.refused}</Strip>;
}
