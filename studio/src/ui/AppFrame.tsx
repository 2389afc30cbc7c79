import type { Ref } from "react";
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

/** An app on its own origin. It is a stranger's page: it may not lead the Studio elsewhere nor ask for devices. */
export function AppFrame({ title, opened, path, onLoad, ref }: Props) {
  return (
    <iframe
      ref={ref}
      title={title}
      src={pageAddress(opened, path)}
      onLoad={onLoad}
      sandbox={MAY}
      referrerPolicy="no-referrer"
      className="size-full border-0 bg-paper"
    />
  );
}
