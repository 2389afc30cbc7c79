import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "@/data/api";
import { revisionQuery } from "@/data/revision";
import { above, fileAt } from "@/domain/above";
import type { FrameBridge } from "@/features/preview/FrameBridge";
import { usePage } from "@/features/preview/usePage";

interface Begun {
  /** Names the frame. */
  key: string;
  /** Where in the app it was begun. */
  path: string;
  app: string;
  revision: string | null;
}

/**
 * A newer page begins where the one before stood. Where that is not there any more `onLeave` is called with the way up, once
 * for each frame: the page says so itself, or it was a file that this revision does not have.
 */
export function useNearest(built: FrameBridge | null, { key, path, app, revision }: Begun, onLeave: (from: string, to: string) => void): void {
  const begun = useRef({ key, path, before: built });
  if (begun.current.key !== key) begun.current = { key, path, before: built };
  const { path: at, before } = begun.current;
  const { place, link } = usePage(built);
  const file = fileAt(at);
  const asks = link === "silent" && file !== null && revision !== null;
  const known = useQuery({ ...revisionQuery(useApi(), app, revision ?? ""), enabled: asks }).data?.dist_manifest?.files;
  const missing = asks && known !== undefined && !known.some((one) => one.path === file);
  const isDead = built !== null && built !== before && at !== "/" && (missing || (place?.dead === true && place.path === at));
  useEffect(() => {
    if (isDead) onLeave(at, above(at));
  }, [isDead, at, onLeave]);
}
