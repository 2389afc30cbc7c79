import { useEffect, useState } from "react";

/** Words that somebody is writing, kept in this browser under a name until they are sent. */
export function useDraft(name: string): [string, (words: string) => void] {
  const key = `chatbuilder.draft.${name}`;
  const [words, setWords] = useState(() => localStorage.getItem(key) ?? "");
  useEffect(() => {
    if (words) localStorage.setItem(key, words);
    else localStorage.removeItem(key);
  }, [key, words]);
  return [words, setWords];
}
