import { useEffect, useRef, useState } from "react";
import type { Picked } from "@/domain/bridge";
import { FrameBridge } from "@/features/preview/FrameBridge";
import { usePage } from "@/features/preview/usePage";
import { useMessages } from "@/messages/useMessages";
import { AppFrame } from "@/ui/AppFrame";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";

export interface Hooks {
  /** The frame's bridge while it is there, for the bar above it. */
  onBridge: (bridge: FrameBridge | null) => void;
  onPicked: (picked: Picked) => void;
  onAgain: () => void;
}

interface Props {
  title: string;
  opened: { preview_url: string; token: string };
  path: string | undefined;
  onLoad?: () => void;
  hooks: Hooks;
}

/** A page with its bridge. One that floods the Studio is taken away, and said so. */
export function PageFrame({ title, opened, path, onLoad, hooks: { onBridge, onPicked, onAgain } }: Props) {
  const { preview } = useMessages();
  const frame = useRef<HTMLIFrameElement>(null);
  const picked = useRef(onPicked);
  const { origin } = new URL(opened.preview_url);
  // Where the page goes later is its own: only another pass begins it anew.
  const [begun, setBegun] = useState({ opened, path });
  if (begun.opened !== opened) setBegun({ opened, path });
  const [bridge] = useState(() => new FrameBridge(origin, () => frame.current?.contentWindow ?? null, (element) => picked.current(element)));
  useEffect(() => {
    picked.current = onPicked;
  }, [onPicked]);
  useEffect(() => {
    const deafen = bridge.listen(window);
    onBridge(bridge);
    return () => {
      onBridge(null);
      deafen();
    };
  }, [bridge, onBridge]);
  const { link } = usePage(bridge);
  if (link === "stopped") {
    return <Notice tone="bad" title={preview.stopped} text={preview.stoppedText} action={<Button onClick={onAgain}>{preview.loadAgain}</Button>} />;
  }
  const settled = () => {
    bridge.loaded();
    onLoad?.();
  };
  return <AppFrame ref={frame} title={title} {...begun} onLoad={settled} />;
}
