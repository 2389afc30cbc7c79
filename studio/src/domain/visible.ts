/** What visitors see: nothing, something older than the draft, or the draft. */
export type Visible = "nothing" | "older" | "same";

/** A revision, with what its build made where that was asked for. */
interface Built {
  id: string;
  tree: string;
  build_status: string;
  build_finished_at: string | null;
  dist_manifest?: { files: readonly { path: string; sha256: string }[] } | null;
}

interface Published {
  revision_id: string | null;
  at: string | null;
}

/**
 * `live` is the revision that is online (undefined: not known yet), `latest` the newest publication, where it is known. Another
 * revision of the same files is the draft too, as after an undo; one that was built again since, with other values, is not what is online.
 */
export function visible(live: Built | null | undefined, draft: Built, latest: Published | undefined): Visible {
  if (live === null) return "nothing";
  if (!live || draft.build_status !== "succeeded" || !isSame(live, draft)) return "older";
  const { at = null } = latest?.revision_id === live.id ? latest : {};
  return at && live.build_finished_at && Date.parse(live.build_finished_at) > Date.parse(at) ? "older" : "same";
}

/** Of another revision the built files count: the same tree may have been built with other values. */
function isSame(live: Built, draft: Built): boolean {
  if (live.id === draft.id) return true;
  const [mine, theirs] = [filesOf(draft), filesOf(live)];
  return live.tree === draft.tree && mine !== null && mine === theirs;
}

function filesOf({ dist_manifest: made }: Built): string | null {
  return made ? made.files.map(({ path, sha256 }) => `${path} ${sha256}`).join("\n") : null;
}
