import { FileArchive } from "lucide-react";
import { type ChangeEvent, lazy, Suspense, useRef, useState } from "react";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

const Importing = lazy(() => import("@/features/home/Importing").then((loaded) => ({ default: loaded.Importing })));

/** A project from elsewhere becomes an app. */
export function ImportButton() {
  const { home } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0] ?? null;
    event.target.value = "";
    setFile(chosen);
    setBusy(chosen !== null);
  };
  return (
    <>
      <input ref={input} type="file" accept=".zip,application/zip" aria-label={home.importFile} tabIndex={-1} onChange={take} className="sr-only" />
      <Button icon={<FileArchive aria-hidden size={16} strokeWidth={1.75} />} aria-disabled={busy} onClick={() => busy || input.current?.click()}>
        {busy ? home.importing : home.import}
      </Button>
      {file && (
        <Suspense>
          <Importing file={file} onAnswer={() => setBusy(false)} onClose={() => setFile(null)} />
        </Suspense>
      )}
    </>
  );
}
