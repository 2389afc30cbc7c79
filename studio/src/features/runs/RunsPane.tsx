import type { Workspace } from "@/data/workspace";
import type { RunsPlace } from "@/domain/place";
import { RunList } from "@/features/runs/RunList";
import { RunPane } from "@/features/runs/RunPane";
import type { RunLinks } from "@/features/runs/runLinks";

interface Props {
  workspace: Workspace;
  place: RunsPlace;
  onPlace: (place: RunsPlace) => void;
  links: RunLinks;
}

/** Every run of the app: which there were, and what each did step by step. */
export function RunsPane({ workspace, place, onPlace, links }: Props) {
  const { run, state, type, actor } = place;
  const filter = { ...(state ? { state } : {}), ...(type ? { type } : {}), ...(actor ? { actor } : {}) };
  return run ? (
    <RunPane key={run} workspace={workspace} run={run} onLeave={() => onPlace(filter)} onRun={(next) => onPlace({ ...filter, run: next })} links={links} />
  ) : (
    <RunList workspace={workspace} filter={filter} onFilter={onPlace} onOpen={(next) => onPlace({ ...filter, run: next })} />
  );
}
