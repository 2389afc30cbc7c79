/** Our own client over short segments, and when newer tabs take its place. */

import { createClient, SupersededError } from "./src/index.js";

declare const process: { argv: string[]; stdout: { write(text: string): void } };

const [, , url = "", token = "", appId = "", runId = ""] = process.argv;
let connections = 0;
const counted = (request: Request): Promise<Response> => ((connections += 1), fetch(request));
const api = createClient({ url, token, fetch: counted });
const seqs: number[] = [];
for await (const event of api.events(appId, runId)) seqs.push(event.seq);

const said = `data: ${JSON.stringify({ type: "error", errorText: "STREAM_SUPERSEDED: newer tabs" })}\n\ndata: [DONE]\n\n`;
let asked = 0;
const taken = async (): Promise<Response> => ((asked += 1), new Response(said, { headers: { "content-type": "text/event-stream" } }));
let ended = "";
try {
  for await (const _ of createClient({ url, token, fetch: taken }).events(appId, runId));
} catch (error) {
  if (error instanceof SupersededError) ended = error.message;
}
process.stdout.write(JSON.stringify({ seqs, connections, ended, asked }));
