/** What the client sends while the server answers that an equal request is still running. */

import { createClient, type Problem } from "./src/index.js";

declare const process: { stdout: { write(text: string): void } };

const waits: number[] = [];
globalThis.setTimeout = ((wake: () => void, ms: number) => {
  waits.push(ms);
  queueMicrotask(wake);
}) as unknown as typeof setTimeout;

interface Told {
  status: number;
  code: string | undefined;
  keys: (string | null)[];
  bodies: string[];
  waits: number[];
}

/** One POST against a server that gives these answers in turn, and the last of them from then on. */
async function asked(key: string | null, answers: [code: string, after?: string][]): Promise<Told> {
  const keys: (string | null)[] = [];
  const bodies: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const [code, after] = answers[Math.min(keys.length, answers.length - 1)]!;
    keys.push(request.headers.get("Idempotency-Key"));
    bodies.push(await request.text());
    const problem = { type: "about:blank", title: "-", status: 409, code, detail: "-", request_id: "-" };
    const status = code === "OK" ? 201 : 409;
    return Response.json(code === "OK" ? {} : problem, { status, headers: after ? { "Retry-After": after } : {} });
  };
  waits.length = 0;
  const api = createClient({ url: "http://127.0.0.1:9", token: "-", fetch });
  const headers = key ? { "Idempotency-Key": key } : {};
  const { error, response } = await api.POST("/admin/apps", { body: { name: "Rosa" }, headers });
  return { status: response.status, code: (error as Problem | undefined)?.code, keys, bodies, waits: [...waits] };
}

process.stdout.write(
  JSON.stringify({
    ready: await asked("one", [["REQUEST_PENDING", "2"], ["REQUEST_PENDING"], ["OK"]]),
    never: await asked("one", [["REQUEST_PENDING", "3600"]]),
    other: await asked("one", [["REVISION_CONFLICT", "2"], ["OK"]]),
    keyless: await asked(null, [["REQUEST_PENDING", "2"], ["OK"]]),
  }),
);
