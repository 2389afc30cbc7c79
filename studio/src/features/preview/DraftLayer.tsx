import { useState } from "react";
import type { Workspace } from "@/data/workspace";
import { DraftFrame, type DraftHooks } from "@/features/preview/DraftFrame";

interface Props {
  workspace: Workspace;
  path: string | undefined;
  loaded: boolean;
  held: boolean;
  hooks: DraftHooks;
}

/** The page of the run at work; when it has ended, of that one until the real page is `loaded`, and nobody is at work in it. */
export function DraftLayer({ workspace, path, loaded, held, hooks }: Props) {
  const { app, active_run: active } = workspace;
  const [run, setRun] = useState(active?.id);
  const [left, setLeft] = useState(!active);
  if (active && active.id !== run) setRun(active.id);
  if (active && left) setLeft(false);
  if (!active && loaded && !held && !left) setLeft(true);
  if (!run || left) return null;
  return <DraftFrame key={run} app={app} run={run} status={active?.status} path={path} held={held} hooks={hooks} />;
}
