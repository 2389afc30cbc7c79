/** A typed client of the ChatBuilder API. The types are generated from the server's own document. */

import createFetch, { type Client, type ClientOptions, type Middleware } from "openapi-fetch";
import type { components, paths } from "./schema.js";
import { readEvents, type Frame } from "./sse.js";

export type { components, paths } from "./schema.js";
export type Schemas = components["schemas"];
export type Problem = Schemas["Problem"];
export type ProblemCode = Problem["code"];
export type RunEvent = Schemas["RunEvent"];

/** What the server said why not. Branch on `problem.code`. */
export class ProblemError extends Error {
  constructor(
    readonly problem: Problem,
    readonly response: Response,
  ) {
    super(`${problem.code}: ${problem.detail}`);
    this.name = "ProblemError";
  }
}

/** Newer tabs took this stream's place. Follow again when the person comes back to it, not at once. */
export class SupersededError extends Error {
  constructor(said: string) {
    super(said);
    this.name = "SupersededError";
  }
}

export interface Options extends Omit<ClientOptions, "baseUrl"> {
  /** The API's address. */
  url: string;
  /** A token or an API key, or where to get one for each request. */
  token?: string | (() => string | Promise<string>);
}

export interface Api extends Client<paths> {
  /**
   * The events of a run, or of what a conversation is busy with. Connects again, after the last event, when cut and when
   * a segment ends; throws a `SupersededError` when newer tabs took its place.
   */
  events(app: string, id: string, options?: EventOptions): AsyncGenerator<RunEvent, void>;
}

export interface EventOptions {
  /** Begin behind this `seq`. */
  after?: number;
  signal?: AbortSignal;
  /** How often to connect again without an answer in between. */
  retries?: number;
}

/** A client whose calls answer `{ data, error }`, typed by route; `error` is a `Problem`. */
export function createClient({ url, token, ...rest }: Options): Api {
  const send = rest.fetch ?? ((request: Request) => fetch(request));
  const client = createFetch<paths>({ ...rest, baseUrl: url, fetch: (request) => whenReady(request, send) });
  const signIn: Middleware = {
    async onRequest({ request }) {
      const bearer = typeof token === "function" ? await token() : token;
      if (bearer && !request.headers.has("Authorization")) request.headers.set("Authorization", `Bearer ${bearer}`);
      return request;
    },
  };
  client.use(signIn);
  return Object.assign(client, {
    events: (app: string, id: string, options: EventOptions = {}) => follow(client, app, id, options),
  });
}

const PENDING_RETRIES = 5;
const LONGEST_PENDING_S = 10;

/** Send a request; one whose equal is still running is sent again when the server says, which does its work only once. */
async function whenReady(request: Request, send: (request: Request) => Promise<Response>): Promise<Response> {
  if (!request.headers.has("Idempotency-Key")) return send(request);
  for (let left = PENDING_RETRIES; ; left--) {
    const again = request.clone();
    const answer = await send(request);
    if (left === 0 || !(await isPending(answer))) return answer;
    const seconds = Number(answer.headers.get("Retry-After")) || 1;
    await new Promise((wake) => setTimeout(wake, Math.min(seconds, LONGEST_PENDING_S) * 1000));
    request = again;
  }
}

async function isPending(answer: Response): Promise<boolean> {
  if (answer.status !== 409) return false;
  const problem: unknown = await answer.clone().json().catch(() => null);
  return isProblem(problem) && problem.code === "REQUEST_PENDING";
}

/** The data of an answer; a `ProblemError` when there is none. */
export function unwrap<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (isProblem(error)) throw new ProblemError(error, response);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return data as T;
}

export function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "code" in value && "request_id" in value;
}

async function* follow(
  client: Client<paths>,
  app: string,
  id: string,
  { after = 0, signal, retries = 5 }: EventOptions,
): AsyncGenerator<RunEvent, void> {
  const viewer = crypto.randomUUID();
  for (let left = retries; ; left--) {
    try {
      for await (const frame of await open(client, app, id, { after, viewer }, signal)) {
        if (frame.data === "[DONE]") return;
        left = retries;
        if (frame.data === "") continue;
        const event = read(frame.data);
        if (event.seq <= after) continue;
        after = event.seq;
        yield event;
      }
    } catch (error) {
      const final = error instanceof ProblemError || error instanceof SupersededError;
      if (signal?.aborted || final || left <= 0) throw error;
    }
    if (left <= 0) throw new Error(`the stream of ${id} was cut behind event ${after}`);
    await new Promise((wake) => setTimeout(wake, 200));
  }
}

/** An event of the run; what the stream says of itself has no number. */
function read(data: string): RunEvent {
  const event = JSON.parse(data) as RunEvent | { type: "error"; errorText: string; seq?: undefined };
  if (event.seq !== undefined) return event;
  throw event.errorText.startsWith("STREAM_SUPERSEDED") ? new SupersededError(event.errorText) : new Error(event.errorText);
}

async function open(
  client: Client<paths>,
  app: string,
  id: string,
  query: { after: number; viewer: string },
  signal: AbortSignal | undefined,
): Promise<AsyncGenerator<Frame, void> | Frame[]> {
  const { data, error, response } = await client.GET("/admin/apps/{app_id}/builder/chat/{id}/stream", {
    params: { path: { app_id: app, id }, query },
    parseAs: "stream",
    ...(signal ? { signal } : {}),
  });
  if (response.status === 204) return [{ data: "[DONE]" }];
  return readEvents(unwrap({ data: data as ReadableStream<Uint8Array> | null | undefined, error, response }));
}
