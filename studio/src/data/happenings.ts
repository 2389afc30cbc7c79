import { readEvents } from "@api/sse";
import { type Api, type Schemas, unwrap } from "@/data/api";

export type AppEvent = Schemas["AppEvent"];

/** One connection to what happens in all apps, from now on or behind a number. Null: the server says that it lives. */
export async function* openHappenings(
  api: Api,
  { after, viewer, signal }: { after: number | null; viewer: string; signal: AbortSignal },
): AsyncGenerator<AppEvent | null, void> {
  const query = { viewer, ...(after === null ? {} : { after }) };
  const { data, error, response } = await api.GET("/admin/events", { params: { query }, parseAs: "stream", signal });
  const body = unwrap({ data: data as unknown as ReadableStream<Uint8Array> | null | undefined, error, response });
  for await (const frame of readEvents(body)) yield frame.data === "" ? null : (JSON.parse(frame.data) as AppEvent);
}
