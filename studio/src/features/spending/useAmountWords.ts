import { dollars, lasted } from "@/domain/amounts";
import { type Measure, scaleOf } from "@/domain/kpis";
import { useMessages } from "@/messages/useMessages";

/** An amount of a measure as the language writes it. */
export function useAmountWords(): (measure: Measure, amount: number) => string {
  const { locale } = useMessages();
  return (measure, amount) => {
    switch (scaleOf(measure)) {
      case "share":
        return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(amount);
      case "time":
        return lasted(amount, locale);
      case "money":
        return dollars(amount, locale);
    }
  };
}
