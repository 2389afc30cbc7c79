import { useMessages } from "@/messages/useMessages";

/** What each pane is called, on its tab and in the palette. */
export function usePaneNames() {
  const { workspace, changes, code, settings } = useMessages();
  return {
    ...workspace,
    code: code.title,
    changes: changes.title,
    settings: settings.title,
  };
}
