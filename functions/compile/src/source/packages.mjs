import { hash } from "node:crypto";

import { Refusal } from "../diagnostics.mjs";
import { fetchArchive } from "./fetch.mjs";

const held = { fetched: new Map(), parsed: new Map() };

/**
 * The index of the bundled packages as `{digest, json}`: sent along, or behind an address, and then read once for each
 * digest. It stays bytes until it is where pages are drawn: these are copied on the way in no time.
 */
export async function packagesOf({ index, digest, url } = {}) {
  if (index) return named(Buffer.from(JSON.stringify(index)));
  return held.fetched.get(digest) ?? only(held.fetched, digest, { digest, json: await fetchArchive(url) });
}

/** The index itself. */
export const parsedPackages = ({ digest, json }) => held.parsed.get(digest) ?? only(held.parsed, digest, parse(json));

const named = (json) => ({ digest: hash("sha256", json), json });

/** `value` is what is held; the one before is forgotten. */
function only(values, digest, value) {
  values.clear();
  values.set(digest, value);
  return value;
}

function parse(bytes) {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    throw new Refusal("SOURCE_UNAVAILABLE", "The index of the packages is no JSON");
  }
}
