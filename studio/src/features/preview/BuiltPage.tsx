import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import type { App } from "@/data/apps";
import { type Opened, previewQuery } from "@/data/preview";
import { detailOf } from "@/data/problem";
import { KeptOpen } from "@/features/preview/KeptOpen";
import { type Hooks, PageFrame } from "@/features/preview/PageFrame";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  app: App;
  revision: string;
  path: string | undefined;
  onLoad: () => void;
  hooks: Hooks;
}

/** The page of a revision. */
export function BuiltPage({ app, revision, path, onLoad, hooks }: Props) {
  const { preview, common } = useMessages();
  const query = useQuery(previewQuery(useApi(), app.id, revision));
  const opened = query.data && "preview_url" in query.data ? query.data : null;
  if (opened) return <Standing title={preview.title(app.name)} opened={opened} path={path} onLoad={onLoad} hooks={hooks} />;
  if (query.isError) {
    const again = <Button onClick={() => query.refetch()}>{common.retry}</Button>;
    return <Notice tone="bad" title={preview.loadFailed} text={detailOf(query.error)} action={again} />;
  }
  return <Working label={query.isPending ? common.loading : preview.building} />;
}

/** The page as it was opened first: a newer token keeps it open, and does not load it anew. */
function Standing({ opened, ...rest }: { title: string; opened: Opened; path: string | undefined; onLoad: () => void; hooks: Hooks }) {
  const [first] = useState(opened);
  return (
    <>
      <PageFrame opened={first} {...rest} />
      {opened.token !== first.token && <KeptOpen key={opened.token} opened={opened} />}
    </>
  );
}
