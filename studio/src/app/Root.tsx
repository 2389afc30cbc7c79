import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { createCache } from "@/app/cache";
import { createStudioRouter } from "@/app/router";
import { type Api, ApiContext, openApi } from "@/data/api";
import { type Config, loadConfig } from "@/data/config";
import { openSession } from "@/data/session";
import { SignedOut } from "@/features/signin/SignedOut";
import { MessagesContext } from "@/messages/useMessages";
import { usePreferences } from "@/app/usePreferences";
import { LANGUAGES } from "@/messages/useMessages";
import { Working } from "@/ui/Working";

type Entrance = { state: "opening" } | { state: "open"; api: Api } | { state: "closed"; config: Config | null };

/** Signs in, then shows the Studio in the person's language. */
export function Root() {
  const { language } = usePreferences();
  const { messages } = LANGUAGES[language];
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
      return <Working label="ChatBuilder" />;
    case "closed":
      return <SignedOut config={entrance.config} />;
    case "open":
      return <Studio api={entrance.api} />;
  }
}

function Studio({ api }: { api: Api }) {
  const cache = useMemo(createCache, []);
  const router = useMemo(() => createStudioRouter({ api, cache }), [api, cache]);
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
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
    return { state: "open", api: openApi(config.api, session.token) };
  } catch {
    return { state: "closed", config };
  }
}
