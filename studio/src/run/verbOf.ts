import type { Messages } from "@/messages/useMessages";
import type { ToolEntry } from "@/run/view";

/** A tool's call as people say it: "Edited", and while it runs "Editing". One that the catalogue does not know says its own name. */
export function verbOf({ tools, toolsNow }: Pick<Messages, "tools" | "toolsNow">, { name, state }: Pick<ToolEntry, "name" | "state">): string {
  const said: Record<string, string> = state === "done" || state === "failed" ? tools : { ...tools, ...toolsNow };
  return Object.hasOwn(said, name) ? (said[name] ?? name) : name.slice(0, 60).replaceAll("_", " ");
}
