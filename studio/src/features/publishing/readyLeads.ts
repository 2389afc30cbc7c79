import type { Place } from "@/domain/place";
import type { Mention } from "@/run/mentions";

/** Where the dialog leads: to the message box with ready words, or to a place of the workspace. */
export interface ReadyLeads {
  onAsk: (words: string, about: Omit<Mention, "id">) => void;
  onOpen: (place: Place) => void;
}
