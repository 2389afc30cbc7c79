const FORM = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Whether words can begin an app's address: 3 to 50 of a to z, 0 to 9 and hyphens. */
export function isSlug(words: string): boolean {
  return words.length >= 3 && words.length <= 50 && FORM.test(words) && words.slice(2, 4) !== "--";
}

/** What somebody types on its way to one: "My Salon" becomes "my-salon". */
export function slugTyped(words: string): string {
  const plain = words.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return plain.replaceAll(/[^a-z0-9]+/g, "-").replace(/^-/, "").slice(0, 50);
}

/** An address that fits what the app is called now; its own where the name makes none, or made it already. */
export function slugSuggested({ name, slug }: { name: string; slug: string }): string {
  const words = slugTyped(name).replace(/-$/, "");
  return isSlug(words) && !/^(?:-\d+)?$/.test(slug.startsWith(words) ? slug.slice(words.length) : "other") ? words : slug;
}
