const SEGMENT_END = /^: connect again/;
const LAST = /^data: (\[DONE\]$|\{"type":"RUN_(FINISHED|ERROR)")/m;

// A fetch for streams: when the connection is cut, or a segment ends, it connects again after the last whole frame it had.
// `again(runId)` is the address of the run's stream; the reader notices nothing but a pause. `onSeen` gets each id. The
// `viewer` it sends is its name: each of its connections takes the place of the one before.
export function resumingFetch(again, { tries = 5, pause = 500, onSeen = () => {}, fetch = globalThis.fetch } = {}) {
  return async (url, init = {}) => {
    const viewer = crypto.randomUUID();
    const named = (where) => `${where}${String(where).includes("?") ? "&" : "?"}viewer=${viewer}`;
    const answer = await fetch(named(url), init);
    const run = answer.headers.get("x-run-id");
    if (!answer.ok || !answer.body || !run) return answer;
    const reconnect = (seen) => {
      const headers = { ...Object.fromEntries(new Headers(init.headers)), "last-event-id": seen };
      return fetch(named(again(run)), { headers, signal: init.signal });
    };
    const frames = whole(answer, { reconnect, tries, pause, onSeen, signal: init.signal });
    const body = new ReadableStream({
      pull: async (to) => {
        const { done, value } = await frames.next();
        return done ? to.close() : to.enqueue(value);
      },
      cancel: () => frames.return(),
    });
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

async function* whole(answer, { reconnect, tries, pause, onSeen, signal }) {
  const encoder = new TextEncoder();
  let seen = answer.headers.get("x-last-event-id") ?? "0";
  let ended = false;
  for (let left = tries; left > 0; left -= 1) {
    let rest = "";
    let segment = false;
    const reader = answer?.ok && answer.body ? answer.body.pipeThrough(new TextDecoderStream()).getReader() : null;
    try {
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader.read()) {
        rest += piece.value;
        const frames = rest.split("\n\n");
        rest = frames.pop();
        for (const frame of frames) {
          onSeen((seen = /^id: (.*)$/m.exec(frame)?.[1] ?? seen));
          if (/^data: /m.test(frame)) ended = LAST.test(frame);
          segment = SEGMENT_END.test(frame);
          left = tries;
          yield encoder.encode(`${frame}\n\n`);
        }
      }
    } catch (error) {
      if (signal?.aborted) throw error;
    } finally {
      reader?.cancel().catch(() => {});
    }
    if (ended) return;
    if (!segment) await new Promise((wake) => setTimeout(wake, pause));
    answer = await reconnect(seen).catch(() => null);
    if (answer?.status === 204) return;
  }
  throw new TypeError("network error: the stream could not be reached again");
}
