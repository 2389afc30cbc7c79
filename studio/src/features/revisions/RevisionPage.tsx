import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { previewQuery } from "@/data/preview";
import { detailOf } from "@/data/problem";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { useMessages } from "@/messages/useMessages";
import { AppFrame } from "@/ui/AppFrame";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

/** The page as it was then. */
export function RevisionPage({ app, revision }: { app: string; revision: string }) {
  const history = useHistoryWords();
  const { preview, common } = useMessages();
  const query = useQuery(previewQuery(useApi(), app, revision));
  if (query.isError) {
    const again = <Button onClick={() => query.refetch()}>{common.retry}</Button>;
    return <Fault title={preview.loadFailed} detail={detailOf(query.error)} action={again} />;
  }
  const opened = query.data && "preview_url" in query.data ? query.data : null;
  return (
    <div className="h-[70vh] shrink-0 overflow-hidden rounded-md border border-line bg-surface">
      {opened ? <AppFrame title={history.pageTitle} opened={opened} /> : <Working label={common.loading} />}
    </div>
  );
}
