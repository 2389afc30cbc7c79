import type { Revision } from "@/data/revisions";
import { type Made, madeOf, madeWithin } from "@/domain/revisionTitle";
import { firstSentence } from "@/domain/sentence";
import type { HistoryWords } from "@/messages/history/en";

type Titled = Pick<Revision, "label" | "message" | "id" | "origin">;

/** A revision's name, else the first sentence of what was said of it; what the server says itself in the person's language. */
export function titleOf({ label, message, id, origin }: Titled, history: HistoryWords): string {
  return label || firstSentence(said(madeOf(origin, message), history)) || `${history.untitled} ${id.slice(-6)}`;
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
