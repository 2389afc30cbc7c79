import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { type Workspace, workspaceQuery } from "@/data/workspace";

const EACH_MS = 2000;

export interface ImportedBuild {
  stand: "building" | "built" | "failed";
  error: Workspace["build"]["build_error"];
}

/** The first build of an import, looked at until it ends. */
export function useImportedBuild(app: string, isWanted: boolean): ImportedBuild {
  const { data } = useQuery({
    ...workspaceQuery(useApi(), app),
    enabled: isWanted,
    refetchInterval: ({ state }) => (standOf(state.data) === "building" ? EACH_MS : false),
  });
  return { stand: standOf(data), error: data?.build.build_error ?? null };
}

function standOf(workspace: Workspace | undefined): ImportedBuild["stand"] {
  switch (workspace?.draft.build_status) {
    case "succeeded":
      return "built";
    case "failed":
      return "failed";
    case "queued":
    case "running":
    case undefined:
      return "building";
  }
}
