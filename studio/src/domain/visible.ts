/** What visitors see: nothing, something older than the draft, or the draft. */
export type Visible = "nothing" | "older" | "same";

interface Draft {
  id: string;
  build_status: string;
  build_finished_at: string | null;
}

interface Published {
  revision_id: string | null;
  at: string | null;
}

/** `latest` is the newest publication, where it is known. A draft that was built again since, with other values, is not what is online. */
export function visible(live: string | null, draft: Draft, latest: Published | undefined): Visible {
  if (live === null) return "nothing";
  if (live !== draft.id || draft.build_status !== "succeeded") return "older";
  const { at = null } = latest?.revision_id === draft.id ? latest : {};
  return at && draft.build_finished_at && Date.parse(draft.build_finished_at) > Date.parse(at) ? "older" : "same";
}
