import type { Cart } from "./shop";

type Order = { cart: Cart; discounted: boolean };

const KEY = "order";

/** What was in the cart; an empty one when nothing can be read. */
export function loadOrder(): Order {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Order>;
    return { cart: kept.cart ?? {}, discounted: kept.discounted === true };
  } catch {
    return { cart: {}, discounted: false };
  }
}

export function saveOrder(order: Order) {
  localStorage.setItem(KEY, JSON.stringify(order));
}
