import { type Ref, useCallback, useEffect, useState } from "react";
import { pageAddress } from "@/ui/pageAddress";

const MAY = "allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads";

interface Props {
  title: string;
  opened: { preview_url: string; token: string };
  /** Where in the app it begins; at its front page without. */
  path?: string | undefined;
  onLoad?: () => void;
  ref?: Ref<HTMLIFrameElement>;
}

/** A page that is not there by then is shown as far as it is. */
const SLOW_MS = 2000;

/** An app on its own origin. Until it is loaded its white is not seen. It is a stranger's page: it may not lead the Studio elsewhere nor ask for devices. */
export function AppFrame({ title, opened, path, onLoad, ref }: Props) {
  const [drawn, setDrawn] = useState(false);
  const drawNow = useCallback(() => setDrawn(true), []);
  useEffect(() => {
    const timer = setTimeout(drawNow, SLOW_MS);
    return () => clearTimeout(timer);
  }, [drawNow]);
  return (
    <iframe
      ref={ref}
      title={title}
      src={pageAddress(opened, path)}
      onLoad={() => {
        drawNow();
        onLoad?.();
      }}
      data-drawn={drawn ? "" : undefined}
      sandbox={MAY}
      referrerPolicy="no-referrer"
      className="size-full border-0 opacity-0 data-[drawn]:bg-paper data-[drawn]:opacity-100"
    />
  );
}
