import type { Place } from "@/domain/place";

/** Where a feature leads: to a place of the workspace, or to the message box with ready words. */
export interface FeatureLeads {
  onOpen: (place: Place) => void;
  onAsk: (words: string) => void;
}
