import { Link } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { foundIn, type ManualPlace } from "@/domain/manual";
import { CHAPTERS } from "@/features/help/chapters";
import { ChapterText } from "@/features/help/ChapterText";
import { useHelpWords } from "@/messages/help/useHelpWords";
import { TextField } from "@/ui/TextField";

/** The user manual: its chapters, one of them, and where in it some words stand. */
export function HelpPage({ place }: { place: Partial<ManualPlace> }) {
  const words = useHelpWords();
  const [typed, type] = useState("");
  const asked = useDeferredValue(typed.trim());
  const at = Math.max(0, CHAPTERS.findIndex(({ name }) => name === place.chapter));
  const [chapter, next] = [CHAPTERS[at], CHAPTERS[at + 1]];
  return (
    <div className="mx-auto flex max-w-[1080px] flex-col gap-6 px-4 py-6 md:px-6 md:py-8">
      <h1 className="text-xl">{words.title}</h1>
      {words.language && <p className="max-w-[68ch] text-muted">{words.language}</p>}
      <div className="flex gap-10 max-md:flex-col max-md:gap-4">
        <div className="flex flex-col gap-4 md:sticky md:top-4 md:w-64 md:shrink-0 md:self-start">
          <div role="search">
            <TextField label={words.search} value={typed} onChange={type} />
          </div>
          <nav aria-label={words.chapters} className="max-md:hidden">
            <Contents current={chapter?.name} onGo={() => type("")} />
          </nav>
          <details className="md:hidden">
            <summary className="min-h-11 w-fit cursor-pointer py-2 text-accent">{words.chapters}</summary>
            <Contents current={chapter?.name} onGo={() => type("")} />
          </details>
        </div>
        {asked ? (
          <Found typed={asked} onGo={() => type("")} />
        ) : (
          chapter && (
            <div lang="en" className="flex min-w-0 grow flex-col gap-8">
              <ChapterText chapter={chapter} at={place.at} />
              {next && (
                <Link to="/help" search={{ chapter: next.name }} className="self-start text-accent underline max-md:min-h-11">
                  {words.next(next.title)}
                </Link>
              )}
            </div>
          )
        )}
      </div>
    </div>
  );
}

function Contents({ current, onGo }: { current: string | undefined; onGo: () => void }) {
  return (
    <ul lang="en" className="flex flex-col">
      {CHAPTERS.map(({ name, title }) => (
        <li key={name}>
          <Link
            to="/help"
            search={{ chapter: name }}
            aria-current={name === current ? "page" : undefined}
            onClick={onGo}
            className="block rounded-sm px-2 py-1.5 text-muted hover:bg-sunken hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-accent max-md:min-h-11"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Found({ typed, onGo }: { typed: string; onGo: () => void }) {
  const words = useHelpWords();
  const hits = foundIn(CHAPTERS, typed);
  return (
    <div className="flex min-w-0 grow flex-col gap-3">
      <p role="status" className="text-muted">
        {words.found(hits.length)}
      </p>
      <ul lang="en" className="flex flex-col gap-4">
        {hits.map(({ title, line, ...place }) => (
          <li key={`${place.chapter}#${place.at ?? ""}`} className="flex max-w-[68ch] flex-col [overflow-wrap:anywhere]">
            <Link to="/help" search={place} onClick={onGo} className="font-semibold text-accent underline">
              {title}
            </Link>
            <span className="line-clamp-2 text-sm text-muted">{line}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
