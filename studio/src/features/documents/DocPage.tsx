import { ArrowLeft, FilePlus2 } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Document } from "@/data/documents";
import type { Line } from "@/domain/documents";
import type { DocsPlace } from "@/domain/place";
import { DeleteDoc } from "@/features/documents/DeleteDoc";
import type { DocLeads } from "@/features/documents/docLeads";
import { DocFacts } from "@/features/documents/DocList";
import { DocText } from "@/features/documents/DocText";
import { PlansOf } from "@/features/documents/PlansOf";
import { TrustDoc } from "@/features/documents/TrustDoc";
import { useDocumentWords } from "@/messages/documents/useDocumentWords";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";

const DocComparison = lazy(async () => ({ default: (await import("@/features/documents/DocComparison")).DocComparison }));

interface Props {
  app: string;
  line: Line<Document>;
  place: DocsPlace;
  onPlace: (place: DocsPlace) => void;
  /** A newer text in the place of this. */
  onAdd: (before: Document) => void;
  leads: DocLeads;
}

/** One version of a text: read, or compared with another one. */
export function DocPage({ app, line: { newest, versions }, place, onPlace, onAdd, leads }: Props) {
  const words = useDocumentWords();
  const shown = versions.find(({ id }) => id === place.doc) ?? newest;
  const other = versions.find(({ id }) => id === place.against && id !== shown.id) ?? null;
  const isNewest = shown.id === newest.id;
  const names = new Map(versions.map(({ id }, at) => [id, words.version(versions.length - at)]));
  const name = (id: string) => names.get(id) ?? "";
  return (
    <div className="@container flex h-full flex-col gap-4 overflow-y-auto p-4 md:p-6">
      <header className="flex flex-col gap-2">
        <div className="-mx-2">
          <Button look="quiet" icon={<ArrowLeft aria-hidden size={16} />} onClick={() => onPlace({})}>
            {words.all}
          </Button>
        </div>
        <h2 ref={arrive} tabIndex={-1} className="text-lg [overflow-wrap:anywhere]">
          {shown.title}
        </h2>
        <DocFacts document={shown} versions={versions.length} />
        <div className="-mx-2">
          <PlansOf app={app} document={shown.id} leads={leads} />
        </div>
      </header>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {versions.length > 1 && (
          <>
            <Choice
              label={words.versionOf}
              value={shown.id}
              options={versions.map(({ id }) => ({ value: id, label: id === newest.id ? words.newest(name(id)) : name(id) }))}
              onChoose={(doc) => onPlace({ doc })}
              shown
            />
            <Choice
              label={words.against}
              value={other?.id ?? ""}
              options={[{ value: "", label: words.noComparison }, ...versions.filter(({ id }) => id !== shown.id).map(({ id }) => ({ value: id, label: name(id) }))]}
              onChoose={(against) => onPlace({ doc: shown.id, ...(against ? { against } : {}) })}
              shown
            />
          </>
        )}
        {isNewest ? (
          <Button look="quiet" icon={<FilePlus2 aria-hidden size={16} strokeWidth={1.75} />} onClick={() => onAdd(shown)}>
            {words.addVersion}
          </Button>
        ) : (
          <p className="flex flex-wrap items-center gap-2 text-sm text-warn">
            {words.older}
            <Button onClick={() => onPlace({ doc: newest.id })}>{words.toNewest}</Button>
          </p>
        )}
        <DeleteDoc app={app} document={shown.id} versions={versions.length} onDeleted={() => onPlace({})} />
      </div>
      <TrustDoc key={shown.id} app={app} document={shown} />
      {other ? <Suspense><DocComparison app={app} older={older(shown, other, versions)} newer={newer(shown, other, versions)} /></Suspense> : <DocText app={app} document={shown} at={place.at ?? 0} onAt={(at) => onPlace({ doc: shown.id, ...(at ? { at } : {}) })} />}
    </div>
  );
}

const newer = (one: Document, other: Document, versions: readonly Document[]) => (versions.indexOf(one) < versions.indexOf(other) ? one : other);
const older = (one: Document, other: Document, versions: readonly Document[]) => (newer(one, other, versions) === one ? other : one);
