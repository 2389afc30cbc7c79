import { useState } from "react";

const MOST = 12;

/** The files that are open in an app, in this browser window; the one of the address is always among them. */
export function useOpenFiles(app: string, file: string | undefined) {
  const key = `chatbuilder.open.${app}`;
  const [stored, setStored] = useState(() => read(key));
  const open = file && !stored.includes(file) ? [...stored, file].slice(-MOST) : stored;
  const keep = (paths: readonly string[]) => {
    sessionStorage.setItem(key, JSON.stringify(paths));
    setStored([...paths]);
  };
  return { open, keep };
}

function read(key: string): string[] {
  try {
    const paths: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(paths) ? paths.filter((path) => typeof path === "string").slice(-MOST) : [];
  } catch {
    return [];
  }
}
