import { dollars } from "@/domain/amounts";
import { useMessages } from "@/messages/useMessages";

/** Dollars as the language writes them. */
export function useMoney(): (amount: number) => string {
  const { locale } = useMessages();
  return (amount) => dollars(amount, locale);
}
