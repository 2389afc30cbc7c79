/** What is known of a framework on a line of packages. */
export interface LineFacts {
  line: "current" | "classic";
  set: string;
  new_apps: boolean;
  versions: readonly { name: string; major: number }[];
}

const TITLES: Readonly<Record<string, string>> = { react: "React", vue: "Vue", svelte: "Svelte", tailwindcss: "Tailwind" };

/** The versions by which people know it: "React 18, Svelte 4, Tailwind 3". */
export function knownBy(rows: readonly LineFacts[]): string {
  const majors = new Map(rows.flatMap(({ versions }) => versions).map(({ name, major }) => [name, major]));
  return Object.entries(TITLES)
    .flatMap(([name, title]) => (majors.has(name) ? `${title} ${majors.get(name)}` : []))
    .join(", ");
}
