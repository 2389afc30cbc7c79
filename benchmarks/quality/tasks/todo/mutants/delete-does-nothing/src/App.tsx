import { useEffect, useState, type FormEvent } from "react";
import { loadItems, saveItems, type Item } from "./items";

export default function App() {
  const [items, setItems] = useState<Item[]>(loadItems);
  const [text, setText] = useState("");
  const left = items.filter((item) => !item.done).length;

  useEffect(() => saveItems(items), [items]);

  function add(event: FormEvent) {
    event.preventDefault();
    const title = text.trim();
    if (title === "") return;
    setItems([...items, { id: crypto.randomUUID(), title, done: false }]);
    setText("");
  }

  function toggle(id: string) {
    setItems(items.map((item) => (item.id === id ? { ...item, done: !item.done } : item)));
  }

  return (
    <main className="container-page max-w-2xl py-12" id="main">
      <h1 className="text-4xl font-bold tracking-tight">To do</h1>
      <form className="mt-8 flex flex-wrap items-end gap-3" onSubmit={add}>
        <label className="min-w-0 flex-1 basis-48 font-medium">
          New task
          <input
            className="mt-2 block min-h-11 w-full rounded-lg border border-line bg-surface px-3"
            onChange={(event) => setText(event.target.value)}
            value={text}
          />
        </label>
        <button className="min-h-11 rounded-full bg-accent px-6 font-semibold text-on-accent" type="submit">
          Add
        </button>
      </form>
      {items.length === 0 && <p className="mt-8 text-muted">Nothing to do yet. Write your first task above.</p>}
      <ul className="mt-8 space-y-2" data-testid="tasks">
        {items.map((item) => (
          <li className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-2" key={item.id}>
            <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
              <input checked={item.done} className="size-5 shrink-0" onChange={() => toggle(item.id)} type="checkbox" />
              <span className={`min-w-0 wrap-anywhere ${item.done ? "text-muted line-through" : ""}`}>{item.title}</span>
            </label>
            <button
              aria-label={`Delete ${item.title}`}
              className="min-h-11 shrink-0 px-2 text-muted hover:text-ink"
              onClick={() => setItems(items.filter((other) => other !== undefined))}
              type="button"
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="mt-6 text-muted" data-testid="left">
        {left} left
      </p>
    </main>
  );
}
