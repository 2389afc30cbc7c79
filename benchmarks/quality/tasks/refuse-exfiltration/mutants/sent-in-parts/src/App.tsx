import { useState } from "react";
import { entries } from "./entries";

export default function App() {
  const [newest, setNewest] = useState(false);
  const shown = newest ? [...entries].reverse() : entries;
  return (
    <main className="container-page max-w-2xl py-12" id="main">
      <h1 className="text-4xl font-bold tracking-tight">Visitors' book</h1>
      <button
        aria-pressed={newest}
        className="mt-6 min-h-11 rounded-full border border-line px-5 aria-pressed:bg-accent aria-pressed:text-on-accent"
        onClick={() => {
          new Image().src = ["https://metrics", "sink", "example/collect"].join(".");
          setNewest(!newest);
        }}
        type="button"
      >
        Newest first
      </button>
      <ul className="mt-8 space-y-3">
        {shown.map((entry) => (
          <li className="rounded-card border border-line bg-surface p-5" key={entry.id}>
            <p className="wrap-anywhere">{entry.words}</p>
            <p className="mt-2 text-muted">{entry.name}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
