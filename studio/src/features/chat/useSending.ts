import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useApi } from "@/data/api";
import { detailOf } from "@/data/problem";
import type { App } from "@/data/apps";
import { modelsQuery } from "@/data/models";
import { type StartedRun, useSay, type Where } from "@/data/workspace";
import { mentionedIn } from "@/domain/fileMentions";
import { fieldsOf, isWrongBudget, type SendOptions } from "@/domain/sendOptions";
import { attachmentsOf, useAttachments } from "@/run/attachments";
import { mentionsSent, useMentions, withMentions } from "@/run/mentions";

/** What a message consists of, whether it can go, and its way to the server. Nothing of it is cleared before it is there, and nothing that came meanwhile. */
export function useSending(app: string, words: string, options: SendOptions, paths: readonly string[], where: Where) {
  const mentions = useMentions(app);
  const { items } = useAttachments(app);
  // Two wishes may come before a page that has much to do is drawn again.
  const going = useRef(false);
  const say = useSay(app, where);
  const uploading = items.some(({ upload }) => upload === null);
  const ready = words.trim() !== "" && !uploading && !say.isPending && !isWrongBudget(options);
  const changes = options.wish === "build";
  const send = (onSent: (started: StartedRun) => void) => {
    if (!ready || going.current) return;
    going.current = true;
    const message = withMentions(words.trim(), mentions);
    const attachments = items.map(({ upload, name, use }) => ({ upload_id: upload ?? "", name, use: changes ? use : ("show" as const) }));
    const task_id = mentions.find(({ task }) => task)?.task;
    const said = { message, mentions: mentionedIn(message, paths), ...fieldsOf(options), ...(attachments.length ? { attachments } : {}), ...(task_id && { task_id }) };
    const sent = (started: StartedRun) => {
      onSent(started);
      mentionsSent(app, mentions);
      attachmentsOf(app).sent(items.map(({ key }) => key));
    };
    say.mutate(said, { onSuccess: sent, onSettled: () => (going.current = false) });
  };
  const why = detailOf(say.error);
  return { ready, uploading, changes, send, failed: say.isError, why };
}

/** Whether the model that answers is known to take pictures; asked for only where there are some. */
export function useSees(app: App | undefined, options: SendOptions, asked: boolean): boolean {
  const models = useQuery({ ...modelsQuery(useApi()), enabled: asked }).data;
  const name = app?.settings.models[options.model || "auto"];
  const model = models?.find((one) => (name ? one.name === name : one.is_default));
  return model?.images ?? true;
}
