import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { offlineQuery } from "@/data/models";
import { useMessages } from "@/messages/useMessages";

/** Says, quietly, that only the demonstration answers here, and how a real model is connected. */
export function OfflineNote() {
  const { offlineModel } = useMessages();
  const { data: offline } = useQuery(offlineQuery(useApi()));
  // Its room is there before it is known whether it is needed: what stands below would jump.
  if (!offline) return <div className="min-h-6 max-md:min-h-19" />;
  return (
    <details className="text-center text-sm text-balance text-muted">
      <summary className="cursor-pointer list-none max-md:py-3">
        {offlineModel.note} <span className="text-accent underline">{offlineModel.how}</span>
      </summary>
      <p className="mx-auto mt-2 max-w-[68ch]">{offlineModel.steps}</p>
    </details>
  );
}
