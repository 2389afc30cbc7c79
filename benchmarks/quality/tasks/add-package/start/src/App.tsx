import { useState } from "react";

const first = "# Notes\n\nWrite *here*, read **there**.";

export default function App() {
  const [text, setText] = useState(first);
  return (
    <main className="container-page py-12" id="main">
      <h1 className="text-4xl font-bold tracking-tight">Markdown desk</h1>
      <label className="mt-8 block font-medium">
        Your text
        <textarea
          className="mt-2 block min-h-72 w-full rounded-lg border border-line bg-surface p-4 font-mono"
          onChange={(event) => setText(event.target.value)}
          value={text}
        />
      </label>
    </main>
  );
}
