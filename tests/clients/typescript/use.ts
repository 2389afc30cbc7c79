/** What a person writes with the client; it must type-check strictly, and run. */

import { createClient, ProblemError, unwrap, type ProblemCode, type RunEvent, type Schemas } from "./src/index.js";

declare const process: { argv: string[]; stdout: { write(text: string): void } };

const [, , url = "", token = "", appId = "", runId = ""] = process.argv;
const api = createClient({ url, token: () => token });

const made: Schemas["App"] = unwrap(await api.POST("/admin/apps", { body: { name: "Typed" } }));
const page = unwrap(await api.GET("/admin/apps", { params: { query: { limit: 1 } } }));

const { data, error } = await api.GET("/admin/apps/{app_id}", { params: { path: { app_id: "app_unknown" } } });
const code: "NOT_FOUND" | ProblemCode | undefined = data ? undefined : error.code;

let thrown: ProblemCode | undefined;
try {
  unwrap(await createClient({ url }).GET("/admin/apps"));
} catch (fault) {
  if (fault instanceof ProblemError) thrown = fault.problem.code;
}

const events: RunEvent[] = [];
for await (const event of api.events(appId, runId)) events.push(event);
const later: number[] = [];
for await (const event of api.events(appId, runId, { after: events[1]?.seq ?? 0 })) later.push(event.seq);
let asked = 0;
const cutting = async (request: Request): Promise<Response> => {
  const answer = await fetch(request);
  if (asked++ > 0) return answer;
  const text = await answer.text();
  return new Response(text.slice(0, text.length / 2), answer);
};
const whole: number[] = [];
for await (const event of createClient({ url, token, fetch: cutting }).events(appId, runId)) whole.push(event.seq);
const said = events.flatMap((event) => (event.type === "text-delta" ? [event.delta] : [])).join("");
const done = events.find((event) => event.type === "data-done");

// @ts-expect-error a path that the API does not have
void (() => api.GET("/admin/nothing"));
// @ts-expect-error a body without its name
void (() => api.POST("/admin/apps", { body: {} }));
// @ts-expect-error an answer has no such field
void made.colour;

process.stdout.write(
  JSON.stringify({
    made: made.slug, listed: page.items.map((app) => app.id), id: made.id, code, thrown, said,
    seqs: events.map((event) => event.seq), later, whole, asked, status: done?.type === "data-done" ? done.data.status : null,
  }),
);
