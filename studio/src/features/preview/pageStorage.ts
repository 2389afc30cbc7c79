/** How the name of a frame begins that brings what its app kept; the script of a preview's page looks for it. */
const PREFIX = "chatbuilder.storage:";
const keyOf = (app: string) => `chatbuilder.page-storage.${app}`;

/** What an app's pages keep where the browser refuses them storage: of this tab, from one revision's frame to the next. */
export interface PageStorage {
  /** The name that a new frame gets; empty without anything kept. */
  frameName: () => string;
  keep: (kept: string) => void;
}

export function pageStorage(app: string): PageStorage {
  return {
    frameName: () => {
      const kept = quietly(() => sessionStorage.getItem(keyOf(app)));
      return kept ? PREFIX + kept : "";
    },
    keep: (kept) => void quietly(() => sessionStorage.setItem(keyOf(app), kept)),
  };
}

/** Where there is no room the page keeps its data by itself, until its frame is gone. */
function quietly<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
