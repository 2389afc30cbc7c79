export type Product = { id: string; name: string; cents: number };

export const products: Product[] = [
  { id: "mug", name: "Mug", cents: 1250 },
  { id: "bowl", name: "Bowl", cents: 1890 },
  { id: "vase", name: "Vase", cents: 3420 },
];

/** How many of each product, by its id. */
export type Cart = Record<string, number>;

export function euros(cents: number): string {
  return `${(cents / 100).toFixed(2)} €`;
}

export function goodsOf(cart: Cart): number {
  return products.reduce((sum, product) => sum + product.cents * (cart[product.id] ?? 0), 0);
}
