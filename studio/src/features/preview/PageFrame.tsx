import { useEffect, useRef, useState } from "react";
import type { Picked } from "@/domain/bridge";
import { FrameBridge } from "@/features/preview/FrameBridge";
import type { PageStorage } from "@/features/preview/pageStorage";
import { usePage } from "@/features/preview/usePage";
import { useMessages } from "@/messages/useMessages";
import { AppFrame } from "@/ui/AppFrame";
import { Button } from "@/ui/Button";
import { type Framed, innerWindow } from "@/ui/frameShell";
import { FIGHT } from "@/ui/keepFocus";
import { Notice } from "@/ui/Notice";

export interface Hooks {
  /** The frame's bridge while it is there, for the bar above it. */
  onBridge: (bridge: FrameBridge | null) => void;
  onPicked: (picked: Picked) => void;
  onAgain: () => void;
  storage: PageStorage;
}

interface Props {
  title: string;
  opened: Framed;
  path: string | undefined;
  onLoad?: () => void;
  hooks: Hooks;
}

/** A page with its bridge. One that floods the Studio or fights for the keyboard is removed with a notice. */
export function PageFrame({ title, opened, path, onLoad, hooks: { onBridge, onPicked, onAgain, storage } }: Props) {
  const { preview } = useMessages();
  const frame = useRef<HTMLIFrameElement>(null);
  const picked = useRef(onPicked);
  const { origin } = new URL(opened.preview_url);
  // Where the page goes later is its own: only another pass begins it anew.
  const [begun, setBegun] = useState({ opened, path });
  if (begun.opened !== opened) setBegun({ opened, path });
  const [bridge] = useState(() => new FrameBridge(origin, () => innerWindow(frame.current), (element) => picked.current(element), storage.keep));
  const [name] = useState(storage.frameName);
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
  useEffect(() => {
    const { current } = frame;
    const stop = () => bridge.stopGreedy();
    current?.addEventListener(FIGHT, stop);
    return () => current?.removeEventListener(FIGHT, stop);
  }, [bridge]);
  if (link === "stopped" || link === "greedy") {
    return <Notice tone="bad" title={preview.stopped} text={link === "greedy" ? preview.greedy : preview.stoppedText} action={<Button onClick={onAgain}>{preview.loadAgain}</Button>} />;
  }
  const settled = () => {
    bridge.loaded();
    onLoad?.();
  };
  return <AppFrame ref={frame} title={title} name={name} {...begun} onLoad={settled} />;
}
