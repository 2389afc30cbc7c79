import { useEffect } from "react";
import type { Workspace } from "@/data/workspace";

/** The browser's tab names the app, and says first how many runs wait for a person. */
export function useTitle(workspace: Workspace | undefined): void {
  const name = workspace?.app.name;
  const waiting = workspace?.waiting_runs.length ?? 0;
  useEffect(() => {
    if (name === undefined) return;
    const before = document.title;
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${name} - ${PRODUCT}`;
    return () => void (document.title = before);
  }, [name, waiting]);
}

const PRODUCT = "ChatBuilder";
