/** A call of a tool as people say it: a verb in the past, and what it was done to. */
export interface Story {
  verb: string;
  what: string;
}

const VERBS: Record<string, string> = {
  read_file: "Read",
  read_files: "Read",
  list_files: "Listed files",
  search_code: "Searched",
  search_docs: "Searched the docs",
  search_messages: "Searched the conversation",
  write_file: "Wrote",
  edit_file: "Edited",
  delete_file: "Deleted",
  delete_files: "Deleted",
  rename_file: "Renamed",
  add_dependency: "Added",
  remove_dependency: "Removed",
  compile_project: "Compiled",
  run_targeted_tests: "Ran tests",
  verify: "Verified",
  browser: "Looked at the page",
  update_state: "Noted",
  finish: "Finished",
};

const NAMES = ["path", "paths", "from", "name", "query", "pattern", "url", "tool"] as const;

export function toolStory(tool: string, input: unknown): Story {
  const verb = VERBS[tool] ?? tool.replaceAll("_", " ");
  return { verb, what: subject(input) };
}

function subject(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  const given = input as Record<string, unknown>;
  const value = NAMES.map((name) => given[name]).find((one) => one !== undefined);
  if (Array.isArray(value)) return value.map(String).join(", ").slice(0, 200);
  return typeof value === "string" ? value.slice(0, 200) : "";
}
