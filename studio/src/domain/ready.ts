/** What is looked at of a draft before it is published. */
export type CheckKey = "built" | "types" | "tests" | "page" | "acceptance" | "env" | "secrets" | "security" | "packages" | "accessibility" | "links" | "words" | "size" | "claims" | "proposals";

interface Found {
  path?: string | null | undefined;
  line?: number | null | undefined;
  message: string;
}

/** A check as the API tells it. */
export interface Looked {
  key: CheckKey;
  level: "blocking" | "advisory";
  ok: boolean | null;
  pending?: boolean | undefined;
  diagnostics?: readonly Found[] | undefined;
  count?: number | undefined;
  fix?: Fix | null | undefined;
}

interface Fix {
  kind: "ask" | "open";
  place?: "code" | "settings" | "changes" | "preview" | null | undefined;
  path?: string | null | undefined;
  line?: number | null | undefined;
  names?: readonly string[] | undefined;
}

/** The one thing to do about a check that is not ok. */
export type Todo = { do: "ask" } | { do: "value"; names: readonly string[] } | { do: "code"; file: string; line: number | null } | { do: "changes" } | { do: "preview" };

export function todoOf({ fix }: Pick<Looked, "fix">): Todo {
  if (fix?.kind !== "open") return { do: "ask" };
  if (fix.place === "settings") return { do: "value", names: fix.names ?? [] };
  if (fix.place === "code" && fix.path) return { do: "code", file: fix.path, line: fix.line ?? null };
  return fix.place === "changes" || fix.place === "preview" ? { do: fix.place } : { do: "ask" };
}

/** What keeps it back, what one should know, and what is not known (yet). What the dialog says of the build itself is left out. */
export function sortedChecks<T extends Looked>(checks: readonly T[]): Record<"blocking" | "advisory" | "pending" | "unknown", readonly T[]> {
  const told = checks.filter(({ key, ok }) => key !== "built" || ok === false);
  const wrong = told.filter(({ ok }) => ok === false);
  const open = told.filter(({ ok }) => ok === null);
  return {
    blocking: wrong.filter(({ level }) => level === "blocking"),
    advisory: wrong.filter(({ level }) => level === "advisory"),
    pending: open.filter(({ pending }) => pending),
    unknown: open.filter(({ pending }) => !pending),
  };
}
