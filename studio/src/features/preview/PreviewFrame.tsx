import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import type { App } from "@/data/apps";
import { previewQuery } from "@/data/preview";
import type { Size } from "@/domain/sizes";
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
  if (!("preview_url" in query.data)) return <Working label={preview.building} />;
  return (
    <div className="grid min-h-0 grow overflow-auto data-[framed]:justify-center data-[framed]:p-4" data-framed={size === "desktop" ? undefined : ""}>
      <iframe
        title={preview.title(app.name)}
        src={opened(query.data)}
        sandbox={MAY}
        referrerPolicy="no-referrer"
        style={{ width: WIDTHS[size] }}
        className="h-full max-w-full rounded-none border-0 bg-white"
      />
    </div>
  );
}

/** The token is in the first address only: the preview's origin makes a cookie of it and leads on without. */
function opened({ preview_url: address, token }: { preview_url: string; token: string }): string {
  const first = new URL(address);
  first.searchParams.set("t", token);
  return first.href;
}
