import { type RefObject, useEffect, useId } from "react";
import { drawMark, inkOf } from "@/features/preview/picture/draw";
import type { Sketching } from "@/features/preview/picture/useSketch";
import { useMend } from "@/messages/mend/useMend";

interface Props {
  image: ImageBitmap;
  sketch: Sketching;
  canvas: RefObject<HTMLCanvasElement | null>;
}

/** The picture with its marks, drawn on by pointer or by keys. The cross of the keys lies over it and is no part of it. */
export function Canvas({ image, sketch, canvas }: Props) {
  const { picture } = useMend();
  const { marks, begun, cross, tool, hand } = sketch;
  const keys = useId();
  useEffect(() => {
    const to = canvas.current?.getContext("2d");
    if (!to || !canvas.current) return;
    to.drawImage(image, 0, 0);
    const edge = inkOf("paper", canvas.current.parentElement ?? document.body);
    for (const mark of begun ? [...marks, begun] : marks) drawMark(to, mark, inkOf(mark.ink, canvas.current.parentElement ?? document.body), edge);
  }, [canvas, image, marks, begun]);
  const [first] = begun?.points ?? [];
  const said = begun && first ? picture.begun(picture.tool[tool], first.x, first.y) : picture.marks(marks.length);
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <p id={keys} className="text-sm text-muted">
        {picture.keys}
      </p>
      <div className="max-h-[60dvh] overflow-y-auto rounded-md border border-line bg-sunken">
        <div className="relative mx-auto w-fit max-w-full">
          <canvas
            ref={canvas}
            width={image.width}
            height={image.height}
            role="application"
            aria-label={picture.canvas}
            aria-describedby={keys}
            tabIndex={0}
            data-hand={hand}
            className="block h-auto max-w-full cursor-crosshair touch-none outline-offset-[-3px] data-[hand=true]:cursor-grab data-[hand=true]:touch-auto"
            {...sketch.on}
          />
          {cross && <Cross x={(cross.x / image.width) * 100} y={(cross.y / image.height) * 100} />}
        </div>
      </div>
      <p role="status" className="text-xs text-muted">
        {said}
        {cross && ` · ${picture.place(cross.x, cross.y)}`}
      </p>
    </div>
  );
}

function Cross({ x, y }: { x: number; y: number }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" width={24} height={24} className="pointer-events-none absolute -translate-1/2" style={{ left: `${x}%`, top: `${y}%` }}>
      <path d="M12 1v22M1 12h22" className="fill-none stroke-paper stroke-5" />
      <path d="M12 1v22M1 12h22" className="fill-none stroke-accent stroke-2" />
    </svg>
  );
}
