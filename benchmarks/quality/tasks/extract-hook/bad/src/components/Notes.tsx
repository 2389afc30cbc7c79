export default function Notes() {
  const [text, setText] = useStoredState<string>("desk.notes", "");

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
