import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useApi } from "@/data/api";
import { opens, previewQuery } from "@/data/preview";
import type { Link } from "@/features/preview/FrameBridge";

const CALM_MS = 60_000;

/**
 * Why a page that loaded says nothing. Where its token opens nothing any more, another one is fetched and the page opened
 * anew, once a minute at most; `shut` when that did not help. Else the page is one that does not speak with the Studio.
 */
export function useSilence(app: string, revision: string | null, link: Link, onAgain: () => void): "shut" | "mute" | null {
  const api = useApi();
  const cache = useQueryClient();
  const renewed = useRef(Number.NEGATIVE_INFINITY);
  const [why, setWhy] = useState<"shut" | "mute" | null>(null);
  useEffect(() => {
    if (link !== "silent" || !revision) return setWhy(null);
    let here = true;
    const { queryKey } = previewQuery(api, app, revision);
    const find = async () => {
      const known = cache.getQueryData(queryKey);
      const good = known && "token" in known ? await opens(api, revision, known.token) : true;
      if (!here) return;
      if (good || performance.now() - renewed.current < CALM_MS) return setWhy(good ? "mute" : "shut");
      renewed.current = performance.now();
      await cache.refetchQueries({ queryKey, exact: true });
      if (here) onAgain();
    };
    find().catch(() => here && setWhy("shut"));
    return () => {
      here = false;
    };
  }, [link, revision, app, api, cache, onAgain]);
  return why;
}
