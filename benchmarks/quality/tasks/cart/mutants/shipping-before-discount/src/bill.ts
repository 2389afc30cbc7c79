import { goodsOf, type Cart } from "./shop";

const code = "WELCOME10";
const percent = 10;
const shipping = 490;
const freeFrom = 5000;

export type Bill = { goods: number; discount: number; shipping: number; total: number };

export function isCode(text: string): boolean {
  return text.trim().toUpperCase() === code;
}

/** All amounts in cents. Shipping is free from 50 € on, counted after the discount. */
export function billOf(cart: Cart, discounted: boolean): Bill {
  const goods = goodsOf(cart);
  const discount = discounted ? Math.round((goods * percent) / 100) : 0;
  const due = goods - discount;
  const sent = due === 0 || goods >= freeFrom ? 0 : shipping;
  return { goods, discount, shipping: sent, total: due + sent };
}
