export type FileKind = "text" | "picture" | "binary" | "large";

/** Above this a file is not opened here: no person reads it, and the page would wait for it. */
export const LARGE_BYTES = 2_000_000;
/** The file types that frameworks have of their own. */
export const COMPONENTS = ["vue", "svelte"];
/** Above this a text has no colours. */
export const PLAIN_CHARS = 300_000;

const PICTURES = new Map(Object.entries({
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  ico: "image/x-icon",
}));

export function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
}

/** The type of a picture that an <img> may show; null for other files. */
export function pictureType(path: string): string | null {
  return PICTURES.get(endingOf(path)) ?? null;
}

/** How a file can be looked at, once it is known how the server sends it. */
export function kindOf(path: string, size: number, encoding: "utf-8" | "base64"): FileKind {
  if (size > LARGE_BYTES) return "large";
  if (encoding === "utf-8") return "text";
  return pictureType(path) ? "picture" : "binary";
}

/** Whether a file holds an acceptance check. */
export function isCheck(path: string): boolean {
  return /^tests\/acceptance\/[^/]+\.json$/.test(path);
}
