import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { type Document, documentsQuery } from "@/data/documents";
import type { Workspace } from "@/data/workspace";
import { lineWith, linesOf } from "@/domain/documents";
import type { DocsPlace } from "@/domain/place";
import { AddDoc } from "@/features/documents/AddDoc";
import type { DocLeads } from "@/features/documents/docLeads";
import { DocList } from "@/features/documents/DocList";
import { DocPage } from "@/features/documents/DocPage";
import { useDocumentWords } from "@/messages/documents/useDocumentWords";
import { useMessages } from "@/messages/useMessages";
import { docDraft, useIsBegun } from "@/run/begun";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  workspace: Workspace;
  place: DocsPlace;
  onPlace: (place: DocsPlace) => void;
  leads: DocLeads;
}

/** The texts of the project: listed, read, brought, compared with what they were, deleted. */
export function DocsPane({ workspace: { app }, place, onPlace, leads }: Props) {
  const { common } = useMessages();
  const words = useDocumentWords();
  const isBegun = useIsBegun(docDraft(app.id));
  const [adding, add] = useState<Document | "first" | null>(isBegun && !place.doc ? "first" : null);
  const query = useQuery(documentsQuery(useApi(), app.id));
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Notice tone="bad" title={words.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  if (adding) {
    const done = (doc: string) => {
      add(null);
      onPlace({ doc });
    };
    return <AddDoc app={app.id} before={adding === "first" ? null : adding} onDone={done} onClose={() => add(null)} />;
  }
  const lines = linesOf(query.data.items);
  if (!place.doc) return <DocList app={app.id} lines={lines} more={query.data.more} onOpen={(doc) => onPlace({ doc })} onAdd={() => add("first")} leads={leads} />;
  const line = lineWith(lines, place.doc);
  if (!line) return <Notice title={words.missing} action={<Button onClick={() => onPlace({})}>{words.all}</Button>} />;
  return <DocPage key={place.doc} app={app.id} line={line} place={place} onPlace={onPlace} onAdd={add} leads={leads} />;
}
