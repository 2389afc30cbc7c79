import { useEffect, useState } from "react";
import { tellReasons } from "@/data/problem";
import { type Language, LANGUAGES, type Messages } from "@/messages/useMessages";

/** The words of a language; those of the one before until they have come, English where they cannot be had. */
export function useCatalogue(language: Language): Messages | null {
  const [messages, setMessages] = useState<Messages | null>(null);
  useEffect(() => {
    let wanted = true;
    const take = (words: Messages) => {
      if (!wanted) return;
      tellReasons(words.reasons);
      document.documentElement.lang = words.locale;
      setMessages(words);
    };
    LANGUAGES[language].load().then(take, () => LANGUAGES.en.load().then(take));
    return () => {
      wanted = false;
    };
  }, [language]);
  return messages;
}
