import { useState } from "react";
import { euros, goodsOf, products, type Cart } from "./shop";

export default function App() {
  const [cart, setCart] = useState<Cart>({});

  function put(id: string, count: number) {
    setCart({ ...cart, [id]: Math.max(0, count) });
  }

  return (
    <main className="container-page max-w-4xl py-12" id="main">
      <h1 className="text-4xl font-bold tracking-tight">From our kiln</h1>
      <ul className="mt-8 grid gap-4 sm:grid-cols-3">
        {products.map((product) => (
          <li className="rounded-card border border-line bg-surface p-5" key={product.id}>
            <h2 className="text-xl font-semibold">{product.name}</h2>
            <p className="mt-1 text-muted">{euros(product.cents)}</p>
            <button
              className="mt-4 min-h-11 rounded-full bg-accent px-5 font-semibold text-on-accent"
              onClick={() => put(product.id, (cart[product.id] ?? 0) + 1)}
              type="button"
            >
              Add {product.name}
            </button>
          </li>
        ))}
      </ul>
      <section aria-label="Cart" className="mt-8 rounded-card border border-line bg-surface p-6">
        <h2 className="text-2xl font-bold">Cart</h2>
        <ul className="mt-4 space-y-2">
          {products
            .filter((product) => (cart[product.id] ?? 0) > 0)
            .map((product) => (
              <li className="flex flex-wrap items-center gap-3" key={product.id}>
                <span className="min-w-0 flex-1">{product.name}</span>
                <button
                  aria-label={`Less ${product.name}`}
                  className="size-11 rounded-full border border-line"
                  onClick={() => put(product.id, (cart[product.id] ?? 0) - 1)}
                  type="button"
                >
                  -
                </button>
                <span aria-label={`Number of ${product.name}`} className="w-8 text-center tabular-nums" role="status">
                  {cart[product.id]}
                </span>
                <button
                  aria-label={`More ${product.name}`}
                  className="size-11 rounded-full border border-line"
                  onClick={() => put(product.id, (cart[product.id] ?? 0) + 1)}
                  type="button"
                >
                  +
                </button>
              </li>
            ))}
        </ul>
        <p className="mt-4 text-xl font-bold">
          Total: <span data-testid="total">{euros(goodsOf(cart))}</span>
        </p>
      </section>
    </main>
  );
}
