import type { paths } from "@api/schema";
import { doneWith, OPERATIONS, undocumented } from "@/testing/document";
import { getResponse, http, HttpResponse, type HttpHandler } from "msw";

/** Where the server of the tests is. */
export const SERVER = "http://server";

type Method = "get" | "post" | "put" | "patch" | "delete";
type Routes<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never }[keyof paths];
type Responses<P extends keyof paths, M extends Method> = paths[P] extends Record<M, { responses: infer R }> ? R : never;
type Json<R> = R extends { content: { "application/json": infer B } } ? B : never;
type Success<R> = { [S in keyof R]: S extends 200 | 201 | 202 ? Json<R[S]> : never }[keyof R];

/** An answer as the document describes it: a test may leave fields out, but name none that are not there. */
type DeepPartial<T> = T extends readonly (infer E)[] ? DeepPartial<E>[] : T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T;

export interface Asked {
  body: unknown;
  params: Record<string, string>;
  query: URLSearchParams;
}

/** The server answers a documented route: with a body, or as a function of what was asked. */
export function answers<M extends Method, P extends Routes<M> & string>(
  method: M,
  path: P,
  answer: DeepPartial<Success<Responses<P, M>>> | ((asked: Asked) => DeepPartial<Success<Responses<P, M>>> | Response),
): HttpHandler {
  return http[method](placed(path), async ({ request, params }) => {
    const asked = { body: await bodyOf(request), params: params as Record<string, string>, query: new URL(request.url).searchParams };
    const body: unknown = typeof answer === "function" ? (answer as (asked: Asked) => unknown)(asked) : answer;
    return body instanceof Response ? body : done(request, body);
  });
}

/** An answer with the status that the document has for it. */
export function done(request: Request, body: unknown): Response {
  const status = doneWith(request.method, new URL(request.url).pathname);
  return status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json(body as object, { status });
}

/** The server refuses, in the form that every route has for it. */
export function refusal(status: number, problem: object): Response {
  return HttpResponse.json({ request_id: "req_1", status, ...problem }, { status });
}

/** Answers of this test that the document does not allow: `setup.ts` fails the test for them. */
export const notAllowed: string[] = [];

/** A handler for every route that is answered in JSON: with the document's own example, which was recorded from the API. */
export const EXAMPLES: readonly HttpHandler[] = OPERATIONS.map(({ method, path, status, example }) =>
  http[method as Method](placed(path), () => HttpResponse.json(example as object, { status })),
);

/** What these handlers answer to a request, and what is wrong with it by the document; a route without one is 404. */
export async function ask(handlers: readonly HttpHandler[], request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const found = await getResponse([...handlers], request);
  if (found?.headers.get("content-type")?.includes("json")) {
    notAllowed.push(...undocumented(request.method, pathname, found.status, await found.clone().json()));
  }
  return found ?? refusal(404, { code: "NOT_FOUND", detail: `no answer to ${request.method} ${pathname}` });
}

/** A request's body, as JSON where it says that it is. */
export async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.clone().text();
  return text && request.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text || null;
}

/** "/runs/{run_id}" as MSW writes it; a file's path has parts of its own. */
function placed(path: string): string {
  return SERVER + path.replaceAll("{path}", ":path+").replaceAll(/\{(\w+)\}/g, ":$1");
}
