import { useState } from "react";
import { textFault } from "@/domain/planning";
import { textOfFile } from "@/domain/textFile";
import { nameDraft } from "@/run/begun";
import { gone, useDraft } from "@/run/useDraft";
import { useFields } from "@/run/useFields";
import type { BroughtText } from "@/ui/TextForm";

/** A text that somebody brings, and what it is called: as they say, else as `titleOf` finds. What is typed stays in this browser under a name until it is `taken` or let go. */
export function useBroughtText(draft: string, known: string | undefined, titleOf: (text: string, file?: string) => string) {
  const [typed, onType] = useDraft(draft);
  const [found] = useState(() => known ?? (typed ? titleOf(typed) : ""));
  const name = useFields(nameDraft(draft), { title: found });
  const { title } = name.fields;
  const onTitle = (words: string) => name.change({ title: words });
  const [file, setFile] = useState<BroughtText["file"]>(null);
  const [tried, setTried] = useState(false);
  const [refused, refuse] = useState<BroughtText["refused"]>(null);
  const text = file?.text ?? typed;
  const fault = textFault(text);
  const take = async (chosen: File) => {
    const read = await textOfFile(chosen);
    refuse("fault" in read ? { name: chosen.name, fault: read.fault } : null);
    if ("fault" in read) return;
    setFile({ name: chosen.name, text: read.text });
    if (!title.trim()) onTitle(titleOf(read.text, chosen.name));
  };
  const brought: BroughtText = { title, typed, file, fault, tried, refused, onTitle, onType: (text) => (refuse(null), onType(text)), onFile: (chosen) => void (chosen && take(chosen)), onNoFile: () => setFile(null) };
  /** What is to be sent; null where something is wrong, which is said from then on. */
  const sent = () => {
    setTried(true);
    return title.trim() && !fault ? { title: title.trim(), text } : null;
  };
  const taken = () => {
    onType(gone(typed));
    name.sent();
  };
  const drop = () => {
    onType("");
    name.drop();
  };
  return { brought, sent, taken, drop };
}
