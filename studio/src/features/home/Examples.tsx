import { useMessages } from "@/messages/useMessages";

/** Prompts that fill the box; nothing is sent by choosing one. */
export function Examples({ onChoose }: { onChoose: (words: string) => void }) {
  const { home } = useMessages();
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">{home.examplesLabel}</p>
      <ul className="grid gap-2 md:grid-cols-2">
        {home.examples.map((example) => (
          <li key={example}>
            <button
              type="button"
              onClick={() => onChoose(example)}
              className="h-full min-h-11 w-full rounded-md border border-line bg-surface px-3 py-2 text-left text-sm text-ink transition-colors duration-120 hover:border-edge hover:bg-sunken active:bg-line"
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
