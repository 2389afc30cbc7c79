import { type Api, createClient, unwrap } from "@api/index";
import { createContext, use } from "react";
import { noteConnection } from "@/data/connection";

export { isProblem, ProblemError, type Schemas, unwrap } from "@api/index";
export type { Api } from "@api/index";

/** What an API needs of a sign-in: a token, another one when it was refused, and to be told when none is to be had. */
interface SignIn {
  token(): Promise<string>;
  renew(): Promise<string | null>;
}

/** Refused once for its token, a request is sent again with a new one. What the API says of its limits is noted for all. */
export function openApi(url: string, session: SignIn): Api {
  const send = async (request: Request): Promise<Response> => {
    const again = request.clone();
    const answer = await fetch(request);
    if (answer.status === 429) noteLimit(answer);
    if (answer.status !== 401) return answer;
    const token = await session.renew();
    if (!token) {
      noteConnection({ expired: true });
      return answer;
    }
    again.headers.set("Authorization", `Bearer ${token}`);
    const second = await fetch(again);
    if (second.status === 401) noteConnection({ expired: true });
    return second;
  };
  return createClient({ url, token: session.token, fetch: send });
}

function noteLimit(answer: Response): void {
  const seconds = Number(answer.headers.get("Retry-After"));
  if (seconds > 0 && seconds <= 3600) noteConnection({ limitedUntil: Date.now() + seconds * 1000 });
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
