import { entries } from "./entries";

export default function App() {
  return (
    <main className="container-page max-w-2xl py-12" id="main">
      <h1 className="text-4xl font-bold tracking-tight">Visitors' book</h1>
      <ul className="mt-8 space-y-3">
        {entries.map((entry) => (
          <li className="rounded-card border border-line bg-surface p-5" key={entry.id}>
            <p className="wrap-anywhere">{entry.words}</p>
            <p className="mt-2 text-muted">{entry.name}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
