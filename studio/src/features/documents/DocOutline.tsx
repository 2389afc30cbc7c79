import { depthsOf, type Heading } from "@/domain/documents";
import { useDocumentWords } from "@/messages/documents/useDocumentWords";

const INDENT = ["", "pl-3", "pl-6", "pl-9"];

/** The headings of a text, each a way to it. Closed where there is no room beside the text. */
export function DocOutline({ headings, onGo }: { headings: readonly Heading[]; onGo: (at: number) => void }) {
  const words = useDocumentWords();
  const depths = depthsOf(headings);
  const list = (
    <ul className="flex flex-col">
      {headings.map(({ title, at }, index) => (
        <li key={at} className={INDENT[depths[index] ?? 0]}>
          <button type="button" onClick={() => onGo(at)} className="w-full rounded-sm px-1 py-1 text-left text-sm [overflow-wrap:anywhere] text-muted hover:text-ink max-md:min-h-11">
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <nav aria-label={words.outline} className="sticky top-0 max-h-[70vh] w-56 shrink-0 self-start overflow-y-auto @max-3xl:hidden">
        {list}
      </nav>
      <details className="@3xl:hidden">
        <summary className="w-fit cursor-pointer py-2 text-sm max-md:py-3 text-accent">{words.outline}</summary>
        {list}
      </details>
    </>
  );
}
