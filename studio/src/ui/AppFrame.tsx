import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from "react";
import { type Framed, frameShell, innerFrame } from "@/ui/frameShell";
import { pageAddress } from "@/ui/pageAddress";

interface Props {
  title: string;
  opened: Framed;
  /** Where in the app it begins; at its front page without. */
  path?: string | undefined;
  /** What the page reads as its window's name; the same for the frame's life. */
  name?: string;
  onLoad?: () => void;
  ref?: Ref<HTMLIFrameElement>;
}

/** A page that is not there by then is shown as far as it is. */
const SLOW_MS = 2000;

/**
 * An app on its own origin, in a frame within a document of ours. Until it is loaded its white is not seen. It is a
 * stranger's page: it may not lead the Studio elsewhere nor ask for devices.
 */
export function AppFrame({ title, opened, path, name, onLoad, ref }: Props) {
  const [drawn, setDrawn] = useState(false);
  const outer = useRef<HTMLIFrameElement>(null);
  const settle = useRef(onLoad);
  useImperativeHandle(ref, () => outer.current!, []);
  const drawNow = useCallback(() => setDrawn(true), []);
  useEffect(() => {
    const timer = setTimeout(drawNow, SLOW_MS);
    return () => clearTimeout(timer);
  }, [drawNow]);
  useEffect(() => {
    settle.current = onLoad;
  }, [onLoad]);
  const [shell, setShell] = useState({ of: keyOf(opened), html: frameShell(opened, path, name) });
  if (shell.of !== keyOf(opened)) setShell({ of: keyOf(opened), html: frameShell(opened, path, name) });
  useAddress(outer, shell.html, pageAddress(opened, path));
  const settled = useCallback(() => {
    drawNow();
    settle.current?.();
  }, [drawNow]);
  // The document is loaded once its frame is; after that the frame speaks for itself.
  const loaded = () => {
    innerFrame(outer.current)?.addEventListener("load", settled);
    settled();
  };
  return (
    <iframe
      ref={outer}
      title={title}
      srcDoc={shell.html}
      onLoad={loaded}
      data-drawn={drawn ? "" : undefined}
      className="size-full border-0 opacity-0 data-[drawn]:bg-paper data-[drawn]:opacity-100"
    />
  );
}

/** Pages of one origin under one rule follow each other in one frame, without a flash. */
function keyOf({ preview_url: url, confined }: Framed): string {
  return `${url} ${confined === true}`;
}

function useAddress(outer: { current: HTMLIFrameElement | null }, shell: string, address: string): void {
  const shown = useRef({ shell, address });
  useEffect(() => {
    const same = shown.current.shell === shell;
    const moved = shown.current.address !== address;
    shown.current = { shell, address };
    const inner = innerFrame(outer.current);
    if (same && moved && inner) inner.src = address;
  }, [outer, shell, address]);
}
