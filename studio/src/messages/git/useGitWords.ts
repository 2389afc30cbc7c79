import { de } from "@/messages/git/de";
import { en, type GitWords } from "@/messages/git/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, GitWords> = { en, de };

/** The words of the dialog for git and downloads: with it, not with the first page. */
export function useGitWords(): GitWords {
  return WORDS[useMessages().locale] ?? en;
}
