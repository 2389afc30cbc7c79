import { useState } from "react";
import { restoredOptions, type SendOptions, USUAL } from "@/domain/sendOptions";

/** How an app's messages are to be worked on, kept in this browser. */
export function useSendOptions(app: string): [SendOptions, (changed: Partial<SendOptions>) => void] {
  const key = `chatbuilder.options.${app}`;
  const [options, setOptions] = useState(() => restoredOptions(localStorage.getItem(key)));
  const change = (changed: Partial<SendOptions>) => {
    const next = { ...options, ...changed };
    setOptions(next);
    const usual = Object.entries(USUAL).every(([name, value]) => next[name as keyof SendOptions] === value);
    if (usual) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next));
  };
  return [options, change];
}
