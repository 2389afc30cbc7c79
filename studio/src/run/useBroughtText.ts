import { useState } from "react";
import { textFault, wordsOf } from "@/domain/planning";
import { gone, useDraft } from "@/run/useDraft";
import type { BroughtText } from "@/ui/TextForm";

/** A text that somebody brings, and what it is called: as they say, else as `nameOf` finds. What is typed stays in this browser under a name until it is `taken`. */
export function useBroughtText(draft: string, known: string | undefined, nameOf: (text: string, file?: string) => string) {
  const [typed, onType] = useDraft(draft);
  const [title, onTitle] = useState(known ?? (typed ? nameOf(typed) : ""));
  const [file, setFile] = useState<BroughtText["file"]>(null);
  const [tried, setTried] = useState<BroughtText["tried"]>(null);
  const text = file?.text ?? typed;
  const fault = textFault(text);
  const take = async (chosen: File) => {
    const found = wordsOf(await chosen.arrayBuffer());
    setTried(found === null ? "notText" : null);
    if (found === null) return;
    setFile({ name: chosen.name, text: found });
    if (!title.trim()) onTitle(nameOf(found, chosen.name));
  };
  const brought: BroughtText = { title, typed, file, fault, tried, onTitle, onType, onFile: (chosen) => void (chosen && take(chosen)), onNoFile: () => setFile(null) };
  /** What is to be sent; null where something is wrong, which is said from then on. */
  const sent = () => {
    setTried("sent");
    return title.trim() && !fault ? { title: title.trim(), text } : null;
  };
  return { brought, sent, taken: () => onType(gone(typed)) };
}
