import { useState } from "react";
import Markdown from "react-showdown";

const first = "# Notes\n\nWrite *here*, read **there**.";

export default function App() {
  const [text, setText] = useState(first);
  return (
    <main className="container-page py-12" id="main">
      <h1 className="text-4xl font-bold tracking-tight">Markdown desk</h1>
      <div className="mt-8 grid gap-6 md:grid-cols-2">
        <label className="font-medium">
          Your text
          <textarea
            className="mt-2 block min-h-72 w-full rounded-lg border border-line bg-surface p-4 font-mono"
            onChange={(event) => setText(event.target.value)}
            value={text}
          />
        </label>
        <section aria-label="Preview" className="prose-desk min-w-0 rounded-card border border-line bg-surface p-5 wrap-anywhere">
          <Markdown>{text}</Markdown>
        </section>
      </div>
    </main>
  );
}
