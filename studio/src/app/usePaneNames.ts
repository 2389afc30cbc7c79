import { useMessages } from "@/messages/useMessages";

/** What each pane is called, on its tab and in the palette. */
export function usePaneNames() {
  const { workspace, changes, code, settings } = useMessages();
  return {
    preview: workspace.preview,
    code: code.title,
    changes: changes.title,
    history: workspace.history,
    plan: workspace.plan,
    tasks: workspace.tasks,
    features: workspace.features,
    docs: workspace.docs,
    search: workspace.search,
    knowledge: workspace.knowledge,
    runs: workspace.runs,
    usage: workspace.usage,
    project: workspace.project,
    terminal: workspace.terminal,
    settings: settings.title,
    overview: workspace.overview,
  };
}
