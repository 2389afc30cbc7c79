import { de } from "@/messages/packages/de";
import { en, type PackageWords } from "@/messages/packages/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, PackageWords> = { en, de };

/** The words about the catalog and what is added to it: with the parts that show it. */
export function usePackageWords(): PackageWords {
  return WORDS[useMessages().locale] ?? en;
}
