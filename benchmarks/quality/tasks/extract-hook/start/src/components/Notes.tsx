import { useEffect, useState } from "react";

export default function Notes() {
  const [text, setText] = useState(() => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem("desk.notes") ?? "null");
      return typeof kept === "string" ? kept : "";
    } catch {
      return "";
    }
  });

  useEffect(() => {
    localStorage.setItem("desk.notes", JSON.stringify(text));
  }, [text]);

  return (
    <label className="block font-medium">
      Notes
      <textarea
        className="mt-2 block min-h-40 w-full rounded-lg border border-line bg-surface p-4"
        onChange={(event) => setText(event.target.value)}
        value={text}
      />
    </label>
  );
}
