import { nameFrom } from "@/domain/names";

const MOST = 80;
/** A heading stands in the beginning, or it is not the title. */
const LOOKED_AT = 4_000;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$|^ {0,3}(\S.*)\n {0,3}(?:=+|-{3,})[ \t]*$/m;

/** What a text is called: its first heading, else its file's name without what only files have, else what it begins with. */
export function titleOf(text: string, file?: string): string {
  const found = HEADING.exec(text.slice(0, LOOKED_AT).replace(/^---\n[\s\S]*?\n---\n/, "").replaceAll("\r", ""));
  const heading = (found?.[1] ?? found?.[2] ?? "").replace(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, "$1").trim();
  return (heading || (file ? nameOfFile(file) : nameFrom(text))).slice(0, MOST).trim();
}

/** "booking_spec-v2.final.md" is "Booking spec v2.final". */
export function nameOfFile(file: string): string {
  const words = file.replace(/\.\w+$/, "").replace(/[_\s-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
