/** A public value of the app's settings; empty while it is not set. */
export function setting(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
