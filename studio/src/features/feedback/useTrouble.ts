import { useState } from "react";
import { placed } from "@/data/problem";
import type { RepairState } from "@/data/repair";
import { useMend } from "@/messages/mend/useMend";
import { addMention } from "@/run/mentions";

const SHOWN = 5;
type Trouble = NonNullable<RepairState["trouble"]>;

/** A trouble in words, and how it is quoted in a message of one's own. Its findings may be a stranger's: plain text. */
export function useTrouble(app: string, trouble: Trouble | null, onSay: () => void) {
  const mend = useMend();
  const [full, setFull] = useState(false);
  const kind = trouble?.kind ?? "build";
  const found = (trouble?.findings ?? []).map(placed);
  const detail = [trouble?.kind === "page" ? "" : trouble?.message, ...found].filter(Boolean).join("\n");
  return {
    title: trouble?.path ? mend.at(trouble.path) : mend.titles[kind],
    findings: found.slice(0, SHOWN),
    full,
    say: () => {
      const fits = addMention(app, { label: mend.quoted[kind], detail });
      setFull(!fits);
      if (fits) onSay();
    },
  };
}
