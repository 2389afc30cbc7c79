import { getRouteApi } from "@tanstack/react-router";
import type { Workspace } from "@/data/workspace";
import { inChat } from "@/domain/place";
import { RepairNotice } from "@/features/feedback/RepairNotice";
import { toHome } from "@/ui/focusHome";
import { useWide } from "@/ui/useWide";

const route = getRouteApi("/apps/$app");

/** What can be done about a draft that fails, with its ways to the chat. */
export function Repair({ workspace, brief = false }: { workspace: Workspace; brief?: boolean }) {
  const place = route.useSearch();
  const navigate = route.useNavigate();
  const wide = useWide();
  const say = async () => {
    if (!wide && place.tab) await navigate({ search: place.chat ? { chat: place.chat } : {} });
    requestAnimationFrame(toHome);
  };
  return (
    <RepairNotice
      workspace={workspace}
      brief={brief}
      onChat={(chat) => navigate({ search: wide ? inChat(place, { chat }) : place.tab ? place : { chat }, replace: true })}
      onSay={say}
    />
  );
}
