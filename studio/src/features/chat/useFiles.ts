import { type ClipboardEvent, type DragEvent, useEffect, useState } from "react";
import { useApi } from "@/data/api";
import { upload } from "@/data/uploads";
import { LONG_PASTE } from "@/domain/attachments";
import { attachmentsOf } from "@/run/attachments";
import { takePictures, usePictures } from "@/run/pictures";

/** The ways in which files come to a message: chosen, pasted, dropped, or put there by another pane. */
export function useFiles(app: string, words: string, onWords: (words: string) => void) {
  const api = useApi();
  const pictures = usePictures(app);
  const [pasted, setPasted] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const add = (files: readonly File[]) => attachmentsOf(app).add(files, (file) => upload(api, file));
  useEffect(() => {
    if (pictures.length > 0) attachmentsOf(app).add(takePictures(app), (file) => upload(api, file));
  }, [api, app, pictures]);
  const carries = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  return {
    add,
    over,
    pasted: pasted !== null && words.includes(pasted) ? pasted : null,
    onPaste: (event: ClipboardEvent) => {
      const { files } = event.clipboardData;
      if (files.length > 0) {
        event.preventDefault();
        add([...files]);
        return;
      }
      const text = event.clipboardData.getData("text/plain").replaceAll("\r\n", "\n");
      if (text.length > LONG_PASTE) setPasted(text);
    },
    keepPasted: () => setPasted(null),
    attachPasted: (name: string) => {
      if (pasted === null) return;
      add([new File([pasted], name, { type: "text/plain" })]);
      onWords(words.replace(pasted, "").trimStart());
      setPasted(null);
    },
    drop: {
      onDragOver: (event: DragEvent) => {
        if (!carries(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (!carries(event)) return;
        event.preventDefault();
        setOver(false);
        add([...event.dataTransfer.files]);
      },
    },
  };
}
