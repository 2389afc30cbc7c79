import { Refusal } from "../diagnostics.mjs";
import { fetchArchive } from "./fetch.mjs";

const held = new Map();

/** The index of the bundled packages: sent along, or behind an address, and then read once for each digest. */
export async function packagesOf({ index, digest, url } = {}) {
  if (index) return index;
  if (!held.has(digest)) {
    const read = parse(await fetchArchive(url));
    held.clear();
    held.set(digest, read);
  }
  return held.get(digest);
}

function parse(bytes) {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    throw new Refusal("SOURCE_UNAVAILABLE", "The index of the packages is no JSON");
  }
}
