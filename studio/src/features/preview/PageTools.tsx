import { Camera, Crosshair, ListChecks, SquareTerminal } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { errorsIn } from "@/domain/lineLog";
import type { FrameBridge } from "@/features/preview/FrameBridge";
import { usePage } from "@/features/preview/usePage";
import { useMessages } from "@/messages/useMessages";
import { IconButton } from "@/ui/IconButton";
import { enterFrame } from "@/ui/keepFocus";

interface Props {
  bridge: FrameBridge | null;
  /** Where the frames are. */
  stage: RefObject<HTMLElement | null>;
  console: boolean;
  onConsole: () => void;
  onPicture: () => void;
  recording: boolean;
  onRecord: () => void;
}

/** What one can do with the page: point at a part of it, take a picture, read what it says. */
export function PageTools({ bridge, stage, console: open, onConsole, onPicture, recording, onRecord }: Props) {
  const { preview } = useMessages();
  const { link, picking, log } = usePage(bridge);
  const picker = useRef<HTMLButtonElement>(null);
  useEscape(picking, () => bridge?.ask({ do: "pick", on: false }));
  useReturn(picking, stage, picker);
  const count = errorsIn(log);
  return (
    <div role="group" aria-label={preview.tools} className="flex items-center gap-0.5">
      <IconButton
        ref={picker}
        label={preview.pick}
        aria-pressed={picking}
        aria-disabled={link !== "connected"}
        onClick={() => {
          bridge?.ask({ do: "pick", on: !picking });
          if (!picking) enterFrame([...(stage.current?.querySelectorAll<HTMLIFrameElement>("iframe:not([hidden])") ?? [])].at(-1));
        }}
      >
        <Crosshair aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={preview.picture} aria-haspopup="dialog" onClick={onPicture}>
        <Camera aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={preview.record} aria-pressed={recording} aria-disabled={!recording && link !== "connected"} onClick={() => (recording || link === "connected") && onRecord()}>
        <ListChecks aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={count ? preview.consoleErrors(count) : preview.console} aria-pressed={open} onClick={onConsole} className="relative">
        <SquareTerminal aria-hidden size={16} strokeWidth={1.75} />
        {count > 0 && (
          <span aria-hidden className="absolute top-0.5 right-0 rounded-full bg-bad-soft px-1 text-xs font-semibold text-bad">
            {count > 99 ? "99+" : count}
          </span>
        )}
      </IconButton>
    </div>
  );
}

/** Escape ends what is on, also while the focus is outside the frame. */
function useEscape(on: boolean, end: () => void): void {
  const latest = useRef(end);
  useEffect(() => {
    latest.current = end;
  });
  useEffect(() => {
    if (!on) return;
    const leaving = new AbortController();
    window.addEventListener("keydown", ({ key }) => key === "Escape" && latest.current(), { signal: leaving.signal });
    return () => leaving.abort();
  }, [on]);
}

/** When the picking ends while the frame has the focus, it goes back to the button that began it. */
function useReturn(picking: boolean, stage: RefObject<HTMLElement | null>, button: RefObject<HTMLButtonElement | null>): void {
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !picking && stage.current?.contains(document.activeElement)) button.current?.focus();
    was.current = picking;
  }, [picking, stage, button]);
}
