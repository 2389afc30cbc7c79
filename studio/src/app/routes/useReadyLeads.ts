import { getRouteApi } from "@tanstack/react-router";
import type { Workspace } from "@/data/workspace";
import { NEW_CHAT, type Place } from "@/domain/place";
import { useShownChat } from "@/features/chat/useShownChat";
import type { ReadyLeads } from "@/features/publishing/readyLeads";
import { addMention } from "@/run/mentions";
import { addWords } from "@/run/useDraft";
import { toHome } from "@/ui/focusHome";
import { useWide } from "@/ui/useWide";

const route = getRouteApi("/apps/$app");

/** From what was found before publishing to where something is done about it. Leaving the address closes the dialog. */
export function useReadyLeads(workspace: Workspace): ReadyLeads {
  const { chat, tab } = route.useSearch();
  const navigate = route.useNavigate();
  const wide = useWide();
  const shown = useShownChat(workspace, chat);
  const { app } = workspace;
  const talk: Place = { ...(chat ? { chat } : {}), ...(wide && tab ? { tab } : {}) };
  return {
    onOpen: (place) => void navigate({ search: { ...(chat ? { chat } : {}), ...place } }),
    onAsk: async (words, about) => {
      addWords(`${app.id}.${shown.id ?? NEW_CHAT}`, words);
      if (about.detail || about.task) addMention(app.id, about);
      await navigate({ search: talk });
      requestAnimationFrame(toHome);
    },
  };
}
