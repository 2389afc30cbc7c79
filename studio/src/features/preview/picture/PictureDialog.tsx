import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "@/data/api";
import { askedQuery, pictureQuery, type Window } from "@/data/pictures";
import { detailOf } from "@/data/problem";
import { Sketch } from "@/features/preview/picture/Sketch";
import { useMend } from "@/messages/mend/useMend";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";
import { StatusMark } from "@/ui/StatusMark";
import { useSeconds } from "@/ui/useSeconds";

interface Props {
  app: string;
  /** The built revision whose page it is; null while there is none. */
  revision: string | null;
  window: Window;
  onPut: (picture: File) => void;
  onClose: () => void;
}

/** The worker's picture of the page that is seen: while it is taken, when it could not be, and then to draw on. */
export function PictureDialog({ app, revision, window, onPut, onClose }: Props) {
  const { common } = useMessages();
  const { picture } = useMend();
  return (
    <Dialog title={picture.title(window.path)} close={common.close} onClose={onClose} wide>
      {revision ? <Taken app={app} revision={revision} window={window} onPut={onPut} /> : <p>{picture.notBuilt}</p>}
    </Dialog>
  );
}

function Taken({ app, revision, window, onPut }: { app: string; revision: string; window: Window; onPut: (picture: File) => void }) {
  const { common } = useMessages();
  const { picture } = useMend();
  const api = useApi();
  const asked = useQuery(askedQuery(api, app, revision, window));
  const build = asked.data?.build_id ?? "";
  const taken = useQuery({ ...pictureQuery(api, app, build), enabled: build !== "" });
  const image = useImage(taken.data?.content ?? null);
  const error = asked.error ?? taken.error;
  const { status, error: why } = taken.data ?? asked.data ?? { status: "queued" as const, error: null };
  const none = status === "succeeded" && taken.data?.content === null;
  if (image instanceof ImageBitmap) return <Sketch image={image} onPut={onPut} />;
  if (error || why || status === "failed" || none || image === "broken") {
    const again = <Button onClick={() => void asked.refetch().then(() => taken.refetch())}>{common.retry}</Button>;
    return <Fault title={none ? picture.none : picture.failed} detail={error ? detailOf(error) : (why?.message ?? "")} action={again} />;
  }
  return <Waiting status={build ? status : "queued"} text={!build ? picture.beginning : status === "queued" ? picture.queued : picture.running} />;
}

function Waiting({ status, text }: { status: "queued" | "running" | "succeeded" | "failed"; text: string }) {
  const { stages } = useMessages();
  const { picture } = useMend();
  const [since] = useState(() => new Date().toISOString());
  const seconds = useSeconds(since);
  return (
    <div className="flex min-h-40 flex-col items-start gap-3">
      <StatusMark state={status === "queued" ? "queued" : "running"} stage={stages.build} />
      <p role="status">{text}</p>
      {seconds > 2 && <p className="text-sm text-muted">{picture.seconds(seconds)}</p>}
    </div>
  );
}

/** The bytes as a picture, once they can be drawn. */
function useImage(content: string | null): ImageBitmap | "broken" | null {
  const [image, setImage] = useState<ImageBitmap | "broken" | null>(null);
  useEffect(() => {
    if (content === null) return;
    let wanted = true;
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    createImageBitmap(new Blob([bytes], { type: "image/png" })).then(
      (made) => wanted && setImage(made),
      () => wanted && setImage("broken"),
    );
    return () => {
      wanted = false;
    };
  }, [content]);
  return image;
}
