/** The user manual, as its files in docs/manual say it. */
export interface ManualSection {
  /** As a link names it; empty for what stands before the first heading. */
  id: string;
  title: string;
  text: string;
}

export interface Chapter {
  /** Of its file, without the ending. */
  name: string;
  title: string;
  sections: readonly ManualSection[];
}

/** Where a link of the manual leads. */
export interface ManualPlace {
  chapter: string;
  at?: string;
}

const FIRST = "README";
/** A picture of the Studio: who reads this has it before them. */
const PICTURE = /^(?:!\[|<img )/;

/** The chapters in the order in which the first of them lists them. */
export function chaptersOf(files: Readonly<Record<string, string>>): Chapter[] {
  const first = files[FIRST] ?? "";
  const named = [...first.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => name ?? "");
  const names = [...new Set([FIRST, ...named, ...Object.keys(files)])].filter((name) => name in files);
  return names.map((name) => chapterOf(name, files[name] ?? ""));
}

function chapterOf(name: string, text: string): Chapter {
  const lines = text.split("\n").filter((line) => !PICTURE.test(line));
  const title = lines.find((line) => line.startsWith("# "))?.slice(2) ?? name;
  const sections = lines
    .filter((line) => !line.startsWith("# "))
    .join("\n")
    .split(/^## /m)
    .map((part, at) => (at === 0 ? { id: "", title: "", text: part.trim() } : sectionOf(part)));
  return { name, title, sections: sections.filter((one) => one.id || one.text) };
}

function sectionOf(part: string): ManualSection {
  const [title = "", ...rest] = part.split("\n");
  return { id: idOf(title), title: title.trim(), text: rest.join("\n").trim() };
}

const idOf = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

/** Where a link in a chapter leads within the manual; null for what is not of it. */
export function placeIn(chapters: readonly Chapter[], here: string, href: string): ManualPlace | null {
  const [, file, at] = /^(?:([\w-]+)\.md)?(?:#([^/]*))?$/.exec(href) ?? [];
  const chapter = file ?? (at ? here : undefined);
  if (!chapter || !chapters.some(({ name }) => name === chapter)) return null;
  return { chapter, ...(at ? { at } : {}) };
}

export interface ManualHit extends ManualPlace {
  title: string;
  /** The line that has the words, without marks. */
  line: string;
}

const HITS_MOST = 40;

/** The sections that have each of the words somewhere, and of each the line that has most of them. */
export function foundIn(chapters: readonly Chapter[], typed: string): ManualHit[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const score = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  return chapters
    .flatMap(({ name, title, sections }) => sections.map((section) => ({ name, title, section })))
    .filter(({ title, section }) => score(`${title} ${section.title} ${section.text}`) === words.length)
    .slice(0, HITS_MOST)
    .map(({ name, title, section }) => {
      const lines = section.text.split("\n").map(plain).filter(Boolean);
      const line = lines.toSorted((one, other) => score(other) - score(one))[0] ?? "";
      return { chapter: name, title: section.title ? `${title}: ${section.title}` : title, line, ...(section.id ? { at: section.id } : {}) };
    });
}

/** A line without the marks of Markdown. */
const plain = (line: string): string =>
  line
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^[|\s>#-]+|[|\s-]+$/g, "")
    .replaceAll(/[*`]/g, "")
    .replaceAll(" | ", ": ");
