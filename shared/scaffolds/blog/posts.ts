export interface Post {
  /** Its part of the address: small letters and hyphens. */
  slug: string;
  title: string;
  /** Year, month, day: 2026-01-31. */
  date: string;
  /** Markdown. */
  text: string;
}

export const posts: Post[] = [
  {
    slug: "first-words",
    title: "First words",
    date: "2026-01-31",
    text: `
This is the first article. It is **Markdown**: a list is

- one line
- after the other

and a [link](https://www.markdownguide.org) is in brackets.
`,
  },
];
