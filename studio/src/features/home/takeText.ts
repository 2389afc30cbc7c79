import { type FileFault, textOfFile } from "@/domain/textFile";
import { addWords } from "@/run/useDraft";

export interface RefusedFile {
  name: string;
  fault: FileFault;
}

/** Puts the words of a file into the box; says why where there are none to take. */
export async function takeText(file: File): Promise<RefusedFile | null> {
  const found = await textOfFile(file);
  if ("fault" in found) return { name: file.name, fault: found.fault };
  addWords("home", found.text);
  return null;
}
