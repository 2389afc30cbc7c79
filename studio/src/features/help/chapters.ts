import { chaptersOf } from "@/domain/manual";

const files: Record<string, string> = import.meta.glob("../../../../docs/manual/*.md", { query: "?raw", import: "default", eager: true });

/** The user manual of the repository, as it was when the Studio was built. */
export const CHAPTERS = chaptersOf(Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace(/^.*\/|\.md$/g, ""), text])));
