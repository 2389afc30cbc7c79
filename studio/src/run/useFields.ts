import { useDraft } from "@/run/useDraft";

type Fields = Readonly<Record<string, string>>;

/** The fields of a form as somebody writes them, kept in this browser under a name until they are sent: those that are not as they are `stored`. */
export function useFields<F extends Fields>(name: string, stored: F) {
  const [kept, keep] = useDraft(name);
  return {
    fields: { ...stored, ...typedIn(kept) } as F,
    isTyped: kept !== "",
    change: (more: Partial<F>) => keep((now) => written({ ...typedIn(now), ...more } as Fields, stored)),
    /** What was sent is kept no longer; what was written meanwhile is. */
    sent: () => keep((now) => written(typedIn(now), typedIn(kept))),
    drop: () => keep(""),
  };
}

function written(typed: Fields, stored: Fields): string {
  const own = Object.entries(typed).filter(([field, text]) => text !== (stored[field] ?? ""));
  return own.length > 0 ? JSON.stringify(Object.fromEntries(own)) : "";
}

function typedIn(kept: string): Fields {
  try {
    const found: unknown = JSON.parse(kept || "{}");
    return Object.fromEntries(Object.entries(found ?? {}).filter(([, text]) => typeof text === "string"));
  } catch {
    return {};
  }
}
