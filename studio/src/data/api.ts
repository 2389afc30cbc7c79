import { type Api, createClient, unwrap } from "@api/index";
import { createContext, use } from "react";

export { isProblem, ProblemError, type Schemas, unwrap } from "@api/index";
export type { Api } from "@api/index";

export function openApi(url: string, token: () => Promise<string>): Api {
  return createClient({ url, token });
}

export const ApiContext = createContext<Api | null>(null);

export function useApi(): Api {
  const api = use(ApiContext);
  if (!api) throw new Error("There is no API here.");
  return api;
}

/** A key under which a request is done once however often it is sent. */
export function onceKey(): { "Idempotency-Key": string } {
  return { "Idempotency-Key": crypto.randomUUID() };
}

export const data = unwrap;
