import { useEffect, useState } from "react";
import type { FileContent } from "@/data/files";
import { byteSize } from "@/domain/byteSize";
import { pictureType } from "@/domain/fileKinds";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { useMessages } from "@/messages/useMessages";
import { Notice } from "@/ui/Notice";

/** A file that is not text: as a picture where it is one, and always to be had as it is. */
export function BinaryFile({ file }: { file: FileContent }) {
  const code = useCodeWords();
  const { locale } = useMessages();
  const type = pictureType(file.path);
  const url = useBlob(file.content, type ?? "application/octet-stream");
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const [size, setSize] = useState<string | null>(null);
  const [broken, setBroken] = useState(false);
  const save = url && (
    <a href={url} download={name} className="inline-flex min-h-11 items-center text-accent underline">
      {code.download}
    </a>
  );
  const bytes = byteSize(file.size, locale);
  if (!type || broken) return <Notice title={broken ? code.brokenPicture : code.binary} text={`${name}, ${bytes}`} action={save} />;
  return (
    <figure className="flex min-h-0 grow flex-col items-center justify-center gap-3 overflow-auto bg-sunken p-4">
      {url && (
        <img
          src={url}
          alt={file.path}
          onError={() => setBroken(true)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize(`${naturalWidth} × ${naturalHeight}`)}
          className="max-h-full max-w-full bg-paper object-contain"
        />
      )}
      <figcaption className="flex flex-wrap items-center justify-center gap-x-4 text-sm text-muted">
        <span>{[size, bytes].filter(Boolean).join(", ")}</span>
        {save}
      </figcaption>
    </figure>
  );
}

/** An address of the bytes for as long as they are shown. */
function useBlob(base64: string, type: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [base64, type]);
  return url;
}
