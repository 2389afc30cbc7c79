/** The address one step above another one, without what it asks for: "/a/b?c#d" is below "/a". */
export function above(path: string): string {
  const [own = ""] = path.split(/[?#]/, 1);
  return own.replace(/\/+$/, "").replace(/\/[^/]*$/, "") || "/";
}

/** The file that an address names; null for one that is a place in the app, which the front page answers. */
export function fileAt(path: string): string | null {
  const [own = ""] = path.split(/[?#]/, 1);
  const last = own.slice(own.lastIndexOf("/") + 1);
  return last.includes(".") ? own.replace(/^\/+/, "") : null;
}
