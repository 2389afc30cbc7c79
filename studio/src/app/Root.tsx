import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { createCache } from "@/app/cache";
import { Commands } from "@/app/Commands";
import { Everywhere } from "@/app/Everywhere";
import { Expired } from "@/app/Expired";
import { createStudioRouter } from "@/app/router";
import { type Api, ApiContext, openApi } from "@/data/api";
import { type Config, loadConfig } from "@/data/config";
import { openSession, type Session, SessionContext } from "@/data/session";
import { parsePlace, type Place } from "@/domain/place";
import { SignedOut } from "@/features/access/SignedOut";
import { MessagesContext } from "@/messages/useMessages";
import { useCatalogue } from "@/app/useCatalogue";
import { usePreferences } from "@/app/usePreferences";
import { Working } from "@/ui/Working";

type Entrance = { state: "opening" } | { state: "open"; api: Api; session: Session } | { state: "closed"; config: Config | null };

/** Signs in, then shows the Studio in the person's language. */
export function Root() {
  const { language } = usePreferences();
  const messages = useCatalogue(language);
  if (!messages) return null;
  return (
    <MessagesContext value={messages}>
      <Entered />
    </MessagesContext>
  );
}

function Entered() {
  const entrance = useEntrance();
  switch (entrance.state) {
    case "opening":
      return (
        <main>
          <Working label="ChatBuilder" />
        </main>
      );
    case "closed":
      return (
        <main>
          <SignedOut config={entrance.config} />
        </main>
      );
    case "open":
      return (
        <SessionContext value={entrance.session}>
          <Studio api={entrance.api} />
          <Expired signIn={entrance.session.signIn} />
        </SessionContext>
      );
  }
}

/** What is looked at of an app, where that is the one that is open. */
const hereIn = ({ state: { location } }: ReturnType<typeof createStudioRouter>, app: string): Place => (location.pathname.includes(app) ? parsePlace(location.search) : {});

function Studio({ api }: { api: Api }) {
  const cache = useMemo(createCache, []);
  const router = useMemo(() => createStudioRouter({ api, cache }), [api, cache]);
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={cache}>
        <div className="flex h-full flex-col">
          <Everywhere open={({ app, what, words }) => router.navigate({ to: "/apps/$app", params: { app }, search: words ? { ...hereIn(router, app), pilot: true as const } : what === "notPublished" ? { publish: true } : {} })} />
          <div className="min-h-0 grow">
            <RouterProvider router={router} />
          </div>
        </div>
        <Commands router={router} />
      </QueryClientProvider>
    </ApiContext>
  );
}

let opening: Promise<Entrance> | null = null;

/** Opened once a page, however often React asks. */
function useEntrance(): Entrance {
  const [entrance, setEntrance] = useState<Entrance>({ state: "opening" });
  useEffect(() => {
    opening ??= enter();
    opening.then(setEntrance);
  }, []);
  return entrance;
}

async function enter(): Promise<Entrance> {
  let config: Config | null = null;
  try {
    config = await loadConfig();
    const session = await openSession(config);
    return { state: "open", api: openApi(config.api, session), session };
  } catch {
    return { state: "closed", config };
  }
}
