/** One server-sent event. */
export interface Frame {
  data: string;
  id?: string;
  event?: string;
}

/** The events of a body as they come. A comment (`: still here`) is an event without data. */
export async function* readEvents(body: ReadableStream<Uint8Array> | null | undefined): AsyncGenerator<Frame, void> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames.map(parsed)) if (frame) yield frame;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parsed(frame: string): Frame | undefined {
  const found: Record<string, string> = {};
  for (const line of frame.split("\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) found[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, "");
  }
  const { data, id, event } = found;
  if (data === undefined) return frame.startsWith(":") ? { data: "" } : undefined;
  return { data, ...(id ? { id } : {}), ...(event ? { event } : {}) };
}
