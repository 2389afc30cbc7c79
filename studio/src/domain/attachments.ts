/** What may go with a message. The server looks again, at the bytes. */
import { COMPONENTS } from "@/domain/fileKinds";

export const MOST_ATTACHED = 6;
export const ATTACHED_BYTES = 5 * 1024 * 1024;
export const TEXT_SHOWN = 40_000;
/** A paste above this may become a text of its own. */
export const LONG_PASTE = 2000;

export type Use = "show" | "app";
export type Refused = "large" | "many" | "kind" | "empty" | "long";

const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const TEXT_NAMES = new RegExp(`\\.(txt|md|csv|tsv|json|ya?ml|toml|xml|svg|html?|css|s[ac]ss|less|[mc]?[jt]sx?|${COMPONENTS.join("|")}|log|sql|py|rb|go|rs|java|sh|ini|env)$`, "i");

export const ACCEPTED = [...PICTURES, "text/*", ".md", ".csv", ".json", ".yaml", ".yml", ".ts", ".tsx", ".jsx", ...COMPONENTS.map((each) => `.${each}`)].join(",");

export function kindOf({ type, name }: { type: string; name: string }): "image" | "text" | null {
  if (PICTURES.includes(type)) return "image";
  if (type.startsWith("text/") || type === "application/json" || type === "image/svg+xml" || TEXT_NAMES.test(name)) return "text";
  return null;
}

/** Why a file cannot be attached; null when it can. */
export function refused(file: { type: string; name: string; size: number }, attached: number): Refused | null {
  if (attached >= MOST_ATTACHED) return "many";
  if (file.size === 0) return "empty";
  if (file.size > ATTACHED_BYTES) return "large";
  return kindOf(file) === null ? "kind" : null;
}
