/** The token is in the first address only: the preview's origin makes a cookie of it and leads on without. */
export function pageAddress({ preview_url: url, token }: { preview_url: string; token: string }, path?: string): string {
  const base = new URL(url);
  const first = path && base.pathname === "/" ? new URL(path, base) : base;
  if (first.origin !== base.origin) return pageAddress({ preview_url: url, token });
  first.searchParams.set("t", token);
  return first.href;
}
