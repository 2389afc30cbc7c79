import { useMessages } from "@/messages/useMessages";

/** Prompts that fill the box; nothing is sent by choosing one. */
export function Examples({ onChoose }: { onChoose: (words: string) => void }) {
  const { home } = useMessages();
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">{home.examplesLabel}</p>
      <ul className="flex flex-wrap gap-2">
        {home.examples.map((example) => (
          <li key={example}>
            <button
              type="button"
              onClick={() => onChoose(example)}
              className="min-h-8 rounded-md border border-line bg-surface px-3 py-1.5 text-left text-sm text-ink hover:border-edge max-md:min-h-11"
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
