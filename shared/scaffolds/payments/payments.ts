// @scaffold payments
import { address, el, notReady, section, setting, show } from "../common/dom";

const link = address(import.meta.env.VITE_PAYMENT_LINK);
const what = setting(import.meta.env.VITE_PAYMENT_TITLE) || "Buy now";

/** A button that leads to the page where one pays. Cards and prices are the payment service's alone. */
export function mountPayments(place: Element | null): () => void {
  return show(place, section("payments", what, ...(link ? offer() : [notReady("Paying")])));
}

function offer(): HTMLElement[] {
  const pay = el("a", { class: "feature-button", href: link, rel: "noopener" }, "Go to payment");
  return [el("p", {}, `You pay on ${new URL(link).hostname}, and come back here afterwards.`), pay];
}
