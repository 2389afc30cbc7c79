import { useRef, useState } from "react";
import { Canvas } from "@/features/preview/picture/Canvas";
import { PenBar } from "@/features/preview/picture/PenBar";
import { useSketch } from "@/features/preview/picture/useSketch";
import { useMend } from "@/messages/mend/useMend";
import { Button } from "@/ui/Button";

/** A picture to draw on, or to take as it is. */
export function Sketch({ image, onPut }: { image: ImageBitmap; onPut: (picture: File) => void }) {
  const { picture } = useMend();
  const canvas = useRef<HTMLCanvasElement>(null);
  const sketch = useSketch(image);
  const [failed, setFailed] = useState(false);
  const put = () =>
    canvas.current?.toBlob((made) => {
      if (made) onPut(new File([made], picture.file, { type: "image/png" }));
      else setFailed(true);
    }, "image/png");
  return (
    <>
      <PenBar sketch={sketch} />
      <Canvas image={image} sketch={sketch} canvas={canvas} />
      {failed && (
        <p role="alert" className="text-sm text-bad">
          {picture.putFailed}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button look="main" pill onClick={put}>
          {picture.put}
        </Button>
        <p className="min-w-0 grow basis-60 text-sm text-muted">{picture.fresh}</p>
      </div>
    </>
  );
}
