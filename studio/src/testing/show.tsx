import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { http, type HttpHandler } from "msw";
import type { ReactNode } from "react";
import { createClient } from "@api/index";
import { ApiContext } from "@/data/api";
import { ask, bodyOf, done, refusal, SERVER } from "@/testing/handlers";

/** What a server answers to a route, by "GET /path": a body, a refusal, or the promise of one. */
export type Answers = Record<string, (body: unknown) => unknown>;
/** Each request is kept. */
export interface Asked {
  route: string;
  /** Where it has one. */
  query?: Record<string, string>;
  body: unknown;
}

export class Refusal {
  constructor(
    readonly status: number,
    readonly problem: object,
  ) {}
}

/** Shows a part of the Studio at an app's address, over a server of these answers; a route without one is 404. */
export async function show(part: ReactNode, answers: Answers | readonly HttpHandler[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  const handlers = isList(answers) ? answers : Object.entries(answers).map(([route, said]) => plain(route, said));
  const fetch = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    asked.push({ route: `${request.method} ${pathname}`, ...(searchParams.size > 0 ? { query: Object.fromEntries(searchParams) } : {}), body: await bodyOf(request) });
    return ask(handlers, request);
  };
  const api = createClient({ url: SERVER, token: "t", fetch });
  const root = createRootRoute();
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: "/apps/$app", component: () => part })]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/apps/app_1"] }) });
  await router.load();
  render(
    <ApiContext value={api}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </ApiContext>,
  );
  return asked;
}

function isList(answers: Answers | readonly HttpHandler[]): answers is readonly HttpHandler[] {
  return Array.isArray(answers);
}

function plain(route: string, answer: (body: unknown) => unknown): HttpHandler {
  const [method = "GET", path = "/"] = route.split(" ");
  return http.all(`${SERVER}${path}`, async ({ request }) => {
    if (request.method !== method) return undefined;
    const said = await answer(await bodyOf(request));
    return said instanceof Refusal ? refusal(said.status, said.problem) : done(request, said);
  });
}
