import { Search } from "lucide-react";
import { useState } from "react";
import type { Hit } from "@/data/search";
import type { Workspace } from "@/data/workspace";
import { QUERY_MOST, type SearchPlace } from "@/domain/place";
import { FOUND_KINDS, type FoundKind } from "@/domain/search";
import { Results } from "@/features/search/Results";
import { useSearchWords } from "@/messages/search/useSearchWords";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";
import { Field, FIELD } from "@/ui/Field";
import { intoPane } from "@/ui/firstField";
import { Notice } from "@/ui/Notice";

interface Props {
  workspace: Workspace;
  place: SearchPlace;
  onPlace: (place: SearchPlace) => void;
  onOpen: (hit: Hit) => void;
}

/** A few words are looked for in all that the project knows. They stand in the address, so Back leads to what was found. */
export function SearchPane({ workspace: { app }, place: { q, of: asked }, onPlace, onOpen }: Props) {
  const words = useSearchWords();
  const of = FOUND_KINDS.find((known) => known === asked);
  const [typed, type] = useState<string | null>(null);
  const now = typed ?? q ?? "";
  const options = [{ value: "" as const, label: words.everywhere }, ...FOUND_KINDS.map((value) => ({ value, label: words.kinds[value] }))];
  const look = (next: FoundKind | "") => onPlace({ ...(now.trim() ? { q: now.trim() } : {}), ...(next ? { of: next } : {}) });
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[880px] flex-col gap-5 p-4 md:p-6">
        <form
          ref={intoPane}
          role="search"
          aria-label={words.label}
          onSubmit={(event) => {
            event.preventDefault();
            look(of ?? "");
            type(null);
          }}
          className="flex flex-wrap items-end gap-x-4 gap-y-3"
        >
          <div className="min-w-60 grow">
            <Field label={words.field}>
              {(ids) => <input {...ids} type="search" maxLength={QUERY_MOST} enterKeyHint="search" autoComplete="off" value={now} onChange={(event) => type(event.target.value)} className={FIELD} />}
            </Field>
          </div>
          <Button type="submit" look="main" icon={<Search aria-hidden size={16} strokeWidth={1.75} />}>
            {words.search}
          </Button>
          <Choice label={words.where} value={of ?? ""} options={options} onChoose={look} shown />
        </form>
        {q ? <Results app={app.id} query={q} kind={of ?? null} onEverywhere={() => onPlace({ q })} onOpen={onOpen} /> : <Notice title={words.about} text={words.aboutText} />}
      </div>
    </div>
  );
}
