import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useImport, ZIP_BYTES } from "@/data/imports";
import { detailOf, findingsOf } from "@/data/problem";
import { ImportResult } from "@/features/home/ImportResult";
import { useHomeWords } from "@/messages/home/useHomeWords";
import { useMessages } from "@/messages/useMessages";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";

interface Props {
  file: File;
  onAnswer: () => void;
  onClose: () => void;
}

/** Sends a chosen file. What was left out or changed on the way is told before one goes to the app. */
export function Importing({ file, onAnswer, onClose }: Props) {
  const { common } = useMessages();
  const { imports } = useHomeWords();
  const navigate = useNavigate();
  const { mutate, error, data } = useImport();
  const large = file.size > ZIP_BYTES;
  const sent = useRef<File | null>(null);
  useEffect(() => {
    if (sent.current === file) return;
    sent.current = file;
    if (large) return onAnswer();
    mutate(
      { file },
      {
        onSettled: onAnswer,
        onSuccess: (app) => app.diagnostics.length === 0 && void navigate({ to: "/apps/$app", params: { app: app.id } }),
      },
    );
  });
  if (data) return data.diagnostics.length > 0 && <ImportResult first={data} file={file} onClose={onClose} />;
  if (!large && !error) return null;
  return (
    <Dialog title={imports.notImported} close={common.close} onClose={onClose}>
      {large && <p>{imports.large}</p>}
      {error && <Fault title={imports.refused} detail={detailOf(error)} findings={findingsOf(error)} />}
    </Dialog>
  );
}
