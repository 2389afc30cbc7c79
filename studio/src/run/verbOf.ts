import type { Messages } from "@/messages/useMessages";
import type { ToolEntry } from "@/run/view";

type Call = Pick<ToolEntry, "name" | "state" | "input" | "draft" | "refused">;

/** A tool's call as people say it: "Edited", and while it runs "Editing". One that the catalogue does not know says its own name. */
export function verbOf({ tools, toolsNow, changes }: Pick<Messages, "tools" | "toolsNow" | "changes">, call: Call): string {
  const said: Record<string, string> = call.state === "done" || call.state === "failed" ? tools : { ...tools, ...toolsNow };
  if (call.state === "failed" && call.name === "finish") {
    const parts: Record<string, string> = changes.parts;
    return [tools.finish_refused, call.refused?.map((check) => parts[check] ?? check).join(", ")].filter(Boolean).join(": ");
  }
  const name = nameOf(call);
  return Object.hasOwn(said, name) ? (said[name] ?? name) : name.slice(0, 60).replaceAll("_", " ");
}

/** They take no arguments: naming one is calling it. */
const PLAIN = new Set(["design_guide", "build_project_worker", "read_build_result", "security_scan", "prepare_static_bundle"]);

/** A call of `more` is one of the tool behind it, once that is named and asked to do something. */
function nameOf({ name, input, draft }: Call): string {
  if (name !== "more") return name;
  const text = typeof input === "object" && input !== null ? JSON.stringify(input) : draft;
  const [, tool, asked] = /^\s*\{\s*"tool"\s*:\s*"(\w{1,60})"(\s*,\s*"arguments"\s*:\s*(?![\sn]))?/.exec(text.slice(0, 200)) ?? [];
  return tool && (asked || PLAIN.has(tool)) ? tool : name;
}
