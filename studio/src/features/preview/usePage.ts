import { useSyncExternalStore } from "react";
import { type FrameBridge, NO_PAGE, type PageView } from "@/features/preview/FrameBridge";

const NOTHING = () => () => {};

/** What the page in a frame says of itself. */
export function usePage(bridge: FrameBridge | null): PageView {
  return useSyncExternalStore(bridge?.subscribe ?? NOTHING, bridge?.current ?? (() => NO_PAGE));
}
