import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import type { App } from "@/data/apps";
import { previewQuery } from "@/data/preview";
import type { Size } from "@/features/preview/PreviewPane";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const WIDTHS: Record<Size, string> = { phone: "390px", tablet: "820px", desktop: "100%" };
const MAY = "allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads";

/** A revision on its own origin. It is a stranger's page: it may not lead the Studio elsewhere nor ask for devices. */
export function PreviewFrame({ app, revision, size }: { app: App; revision: string; size: Size }) {
  const { preview, common } = useMessages();
  const query = useQuery(previewQuery(useApi(), app.id, revision));
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError) {
    const again = <Button onClick={() => query.refetch()}>{common.retry}</Button>;
    return <Notice tone="bad" title={preview.loadFailed} action={again} />;
  }
  return (
    <div className="grid min-h-0 grow justify-center overflow-auto p-0 data-[framed]:p-4" data-framed={size === "desktop" ? undefined : ""}>
      <iframe
        title={preview.title(app.name)}
        src={query.data.preview_url}
        sandbox={MAY}
        referrerPolicy="no-referrer"
        style={{ width: WIDTHS[size] }}
        className="h-full max-w-full rounded-none border-0 bg-white"
      />
    </div>
  );
}
