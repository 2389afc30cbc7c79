import { useState } from "react";

const MOST = 500;
const opened = new Map<string, boolean>();

/** Whether something is open. It is remembered under its name while the page lives: what is scrolled away is taken down. */
export function useOpened(name: string, first: boolean): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(() => opened.get(name) ?? first);
  const remember = (next: boolean) => {
    opened.set(name, next);
    for (const oldest of [...opened.keys()].slice(0, -MOST)) opened.delete(oldest);
    setOpen(next);
  };
  return [open, remember];
}
