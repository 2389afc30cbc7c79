import type { FileFault } from "@/domain/textFile";

const refused: Record<FileFault, (name: string) => string> = {
  empty: (name) => `"${name}" is empty: there is not one word in it.`,
  long: (name) => `"${name}" has more than 5 MB. Take a shorter one, or paste the part that matters.`,
  notText: (name) => `"${name}" is not text that can be read here. Take a .md or .txt file in UTF-8; of a PDF or a Word file paste the words.`,
  unreadable: (name) => `"${name}" could not be read: it may be a folder, or was moved meanwhile. Choose it again.`,
};

export const en = { refused };

export type FileWords = typeof en;
