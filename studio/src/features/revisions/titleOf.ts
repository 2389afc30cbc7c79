import type { Revision } from "@/data/revision";
import { type Made, madeOf, madeWithin } from "@/domain/revisionTitle";
import { firstSentence } from "@/domain/sentence";
import type { HistoryWords } from "@/messages/history/en";

type Titled = Pick<Revision, "label" | "message" | "prompt" | "id" | "origin">;

/**
 * A revision's name, else what the agent was asked for, else the first sentence of what was said of it; what the server says
 * itself in the person's language.
 */
export function titleOf(revision: Titled, history: HistoryWords): string {
  return namesOf(revision, history)[0] ?? `${history.untitled} ${revision.id.slice(-6)}`;
}

/** What else is known of it: what came of a wish, or the wish that a name stands for. Null where that is all in the title. */
export function subtitleOf(revision: Titled, history: HistoryWords): string | null {
  return namesOf(revision, history)[1] ?? null;
}

/** Of a proposal that was kept somebody chose the message, so that it comes before the wish. */
function namesOf({ label, message, prompt, origin }: Titled, history: HistoryWords): string[] {
  const asked = firstSentence(prompt ?? "");
  const made = firstSentence(said(madeOf(origin, message), history));
  const names = [label ?? "", ...(origin === "chat" ? [asked, made] : [made, asked])];
  return [...new Set(names.filter(Boolean))];
}

function said(made: Made, history: HistoryWords): string {
  switch (made.kind) {
    case "begun":
    case "begunAgain":
      return history.made[made.kind](made.template);
    case "restored":
    case "undone":
      return history.made[made.kind](within(made.what, history));
    case "fileBack":
      return history.made.fileBack(made.path, within(made.what, history));
    case "imported":
      return history.made.imported;
    case "said":
      return made.words;
  }
}

function within(message: string, history: HistoryWords): string {
  return firstSentence(said(madeWithin(message), history));
}
