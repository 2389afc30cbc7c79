import type { QueryClient } from "@tanstack/react-query";
import { type Api, onceKey, unwrap } from "@/data/api";
import { APPS } from "@/data/apps";
import { NEW_CHAT } from "@/domain/place";
import { autopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { addWords } from "@/run/useDraft";
import { toHome } from "@/ui/focusHome";

interface Question {
  api: Api;
  cache: QueryClient;
  app: string;
  locale: string;
  go: (chat: string) => void;
}

/** Asks the agent to explain the plan, in a chat of its own: a question, which changes nothing. What could not be sent waits in the message box. */
export async function explainPlan({ api, cache, app, locale, go }: Question): Promise<void> {
  const { question: message } = autopilotWords(locale);
  try {
    const body = { message, only: "answer" as const, queue: true, new_conversation: true } as never;
    const begun = unwrap(await api.POST("/projects/{project_id}/runs", { params: { path: { project_id: app } }, body, headers: onceKey() }));
    await cache.invalidateQueries({ queryKey: [...APPS, app] });
    go(begun.conversation_id);
  } catch {
    addWords(`${app}.${NEW_CHAT}`, message);
    go(NEW_CHAT);
    requestAnimationFrame(toHome);
  }
}
