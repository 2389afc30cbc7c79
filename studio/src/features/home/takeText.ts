import { wordsOf } from "@/domain/planning";
import { addWords } from "@/run/useDraft";

/** Puts the words of a file into the box; false where they are no text. */
export async function takeText(file: File): Promise<boolean> {
  const words = wordsOf(await file.arrayBuffer());
  if (words !== null) addWords("home", words);
  return words !== null;
}
