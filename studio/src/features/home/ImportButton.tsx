import { useNavigate } from "@tanstack/react-router";
import { FileArchive } from "lucide-react";
import { type ChangeEvent, lazy, Suspense, useRef, useState } from "react";
import { detailOf, findingsOf } from "@/data/problem";
import { useImport, ZIP_BYTES } from "@/data/shelf";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";

const ImportResult = lazy(() => import("@/features/home/ImportResult").then((loaded) => ({ default: loaded.ImportResult })));

/** A project from elsewhere becomes an app. What was left out or changed on the way is told before one goes there. */
export function ImportButton() {
  const { home, common } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const [large, setLarge] = useState(false);
  const navigate = useNavigate();
  const { mutate, reset, isPending, error, data, variables } = useImport();
  const told = data && data.diagnostics.length > 0 ? data : null;
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    setLarge(file.size > ZIP_BYTES);
    if (file.size > ZIP_BYTES) return reset();
    mutate({ file }, {
      onSuccess: (app) => app.diagnostics.length === 0 && void navigate({ to: "/apps/$app", params: { app: app.id } }),
    });
  };
  const leave = () => {
    setLarge(false);
    reset();
  };
  return (
    <>
      <input ref={input} type="file" accept=".zip,application/zip" aria-label={home.importFile} tabIndex={-1} onChange={take} className="sr-only" />
      <Button
        icon={<FileArchive aria-hidden size={16} strokeWidth={1.75} />}
        aria-disabled={isPending}
        onClick={() => isPending || input.current?.click()}
      >
        {isPending ? home.importing : home.import}
      </Button>
      {(large || error) && (
        <Dialog title={home.importFailed} close={common.close} onClose={leave}>
          {large && <p>{home.importLarge}</p>}
          {error && <Fault title={home.importRefused} detail={detailOf(error)} findings={findingsOf(error)} />}
        </Dialog>
      )}
      {told && variables && (
        <Suspense>
          <ImportResult first={told} file={variables.file} onClose={leave} />
        </Suspense>
      )}
    </>
  );
}
