import { TEXT_MOST, wordsOf } from "@/domain/planning";

/** Why the words of a file cannot be taken. */
export type FileFault = "empty" | "long" | "notText" | "unreadable";

/** The words of a file, or why there are none to take. */
export async function textOfFile(file: File): Promise<{ text: string } | { fault: FileFault }> {
  if (file.size > TEXT_MOST) return { fault: "long" };
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return { fault: "unreadable" };
  const text = wordsOf(bytes);
  if (text === null) return { fault: "notText" };
  return text.trim() === "" ? { fault: "empty" } : { text };
}
