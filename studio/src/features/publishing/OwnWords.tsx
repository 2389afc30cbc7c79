import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { latestTurnsQuery } from "@/data/publishing";
import type { Workspace } from "@/data/workspace";
import { assumedIn } from "@/domain/assumed";
import { usePublishWords } from "@/messages/publish/usePublishWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

const SHOWN = 4;

/** Before strangers read it: what in the app may be made up, in the agent's own words where it said so. */
export function OwnWords({ workspace: { app, taken_back: takenBack } }: { workspace: Workspace }) {
  const publish = usePublishWords();
  const { common } = useMessages();
  const turns = useQuery(latestTurnsQuery(useApi(), app.id)).data ?? [];
  const [isWhole, setWhole] = useState(false);
  const all = assumedIn(turns, takenBack);
  const shown = isWhole ? all : all.slice(0, SHOWN);
  return (
    <section aria-label={publish.own} className="flex flex-col gap-1 text-sm">
      <p className="text-muted">{publish.own}</p>
      {all.length > 0 && (
        <>
          <p id="assumed" className="mt-1 font-semibold">
            {publish.assumed}
          </p>
          <ul aria-labelledby="assumed" className="list-disc pl-5">
            {shown.map((one) => (
              <li key={one} className="[overflow-wrap:anywhere]">
                {one}
              </li>
            ))}
          </ul>
          {shown.length < all.length && (
            <Button look="quiet" className="self-start px-0! text-sm underline md:min-h-8!" onClick={() => setWhole(true)}>
              {common.more}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
