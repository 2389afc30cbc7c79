import { type ReactNode, useRef } from "react";
import { laidOut, type Size } from "@/domain/sizes";
import { useRoom } from "@/features/preview/useRoom";
import { WidthSlider } from "@/features/preview/WidthSlider";

interface Props {
  size: Size;
  onSize: (size: Size) => void;
  children: ReactNode;
}

/** Where pages stand, in the size that was chosen: drawn smaller where there is less room than that. */
export function PageStage({ size, onSize, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place);
  const { width, height, scale } = laidOut(size, room);
  const framed = size.width === null ? undefined : "";
  return (
    <div className="flex min-h-0 grow md:pr-4 md:data-[framed]:py-3 md:data-[framed]:pl-4" data-framed={framed}>
      <div ref={place} className="relative min-w-0 grow">
        <div
          className="absolute top-0 left-1/2 origin-top-left overflow-hidden data-[framed]:rounded-md data-[framed]:shadow-md"
          data-framed={framed}
          style={{ width, height, transform: `scale(${scale}) translateX(-50%)` }}
        >
          {children}
        </div>
        {room.width > 0 && <WidthSlider width={Math.round(width)} shown={width * scale} room={room.width} onWidth={(next) => onSize({ ...size, width: next })} />}
      </div>
    </div>
  );
}
