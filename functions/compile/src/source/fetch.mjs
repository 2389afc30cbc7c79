import { Refusal } from "../diagnostics.mjs";
import { FETCH_MS, MAX_ARCHIVE_BYTES } from "../limits.mjs";

const ATTEMPTS = 2;

/** The archive behind a presigned URL; a network failure or a 5xx is tried once more. */
export async function fetchArchive(url) {
  const address = parse(url);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await download(address);
    } catch (cause) {
      if (cause instanceof Refusal && (!cause.retry || attempt === ATTEMPTS)) throw cause;
      if (attempt === ATTEMPTS)
        throw unavailable(cause.name === "TimeoutError" ? "it did not answer" : "network error");
    }
  }
}

async function download(address) {
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_MS), redirect: "error" });
  if (!response.ok) {
    await response.body?.cancel();
    throw unavailable(`status ${response.status}`, response.status >= 500);
  }
  return await readBounded(response.body);
}

async function readBounded(stream) {
  const chunks = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.length;
    if (size > MAX_ARCHIVE_BYTES)
      throw new Refusal("SOURCE_TOO_LARGE", `The archive exceeds ${MAX_ARCHIVE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function parse(url) {
  const address = typeof url === "string" && URL.canParse(url) ? new URL(url) : null;
  if (!["http:", "https:"].includes(address?.protocol))
    throw new Refusal("SOURCE_INVALID", "source.url is not a web address");
  return address;
}

/** Says why without the address, which is a credential. */
function unavailable(why, retry = false) {
  return Object.assign(new Refusal("SOURCE_UNAVAILABLE", `The source could not be read: ${why}`), { retry });
}
