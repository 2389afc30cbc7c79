import { InMemoryWebStorage, type User, UserManager, WebStorageStateStore } from "oidc-client-ts";
import { createContext } from "react";
import type { Config } from "@/data/config";
import { noteConnection } from "@/data/connection";

const BROWSER = "chatbuilder.browser";
const PLACE = "chatbuilder.place";
const AGAIN = "chatbuilder.again";
const CALLBACK = `${import.meta.env.BASE_URL}signed-in`;

/** Who is signed in. Tokens live in memory only; the place one was at waits in this tab's own storage meanwhile. */
export interface Session {
  token(): Promise<string>;
  /** Another token, whatever the last one says of itself; null when there is none without a new sign-in. */
  renew(): Promise<string | null>;
  signIn(): Promise<void>;
  /** None on a person's own machine, where the printed address is the only way in again. */
  signOut: (() => Promise<void>) | null;
  /** Whether it is a person's own machine. */
  local: boolean;
  /** Where the API is. */
  api: string;
  /** What the issuer calls the person; null where it does not say. */
  person: string | null;
}

export const SessionContext = createContext<Session | null>(null);

/** Signed in, or on the way to the issuer, which comes back here. */
export async function openSession(config: Config): Promise<Session> {
  const manager = managerOf(config);
  if (location.pathname === CALLBACK) await finish(manager).catch((error: unknown) => leaveAgain(manager, config, error));
  else if (!(await manager.getUser())) await leave(manager, config);
  const profile = (await manager.getUser())?.profile;
  return {
    local: config.local,
    api: config.api,
    person: profile?.name ?? profile?.email ?? profile?.preferred_username ?? null,
    token: () => freshToken(manager, config),
    renew: async () => ((await manager.getUser())?.refresh_token ? renew(manager, config) : null),
    signIn: () => leave(manager, config),
    signOut: config.local ? null : () => end(manager, config),
  };
}

function managerOf({ authority, clientId, scope }: Config): UserManager {
  return new UserManager({
    authority,
    client_id: clientId,
    redirect_uri: `${location.origin}${CALLBACK}`,
    response_type: "code",
    scope,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
  });
}

/**
 * Ends in another page, so it never settles. A one-time code in the address is used up by the issuer, and this page leaves no
 * entry in the history; where a browser shows it again as it was, it begins anew.
 */
async function leave(manager: UserManager, { local }: Config, place = location.pathname + location.search): Promise<never> {
  sessionStorage.setItem(PLACE, place);
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  await manager.signinRedirect({ state: place, redirectMethod: "replace", ...(local ? { extraQueryParams: ownWords() } : {}) });
  return new Promise<never>(() => undefined);
}

/** A page that was reloaded on its way back finds its code used up: it signs in again. What the issuer refused stays refused. */
async function leaveAgain(manager: UserManager, config: Config, error: unknown): Promise<never> {
  // A reload is a person's own wish, as often as they like; without one a second failure in a row would be a loop.
  const mayRetry = wasReloaded() || sessionStorage.getItem(AGAIN) === null;
  if (!mayRetry || !new URLSearchParams(location.search).has("code")) throw error;
  sessionStorage.setItem(AGAIN, "");
  return leave(manager, config, sessionStorage.getItem(PLACE) ?? import.meta.env.BASE_URL);
}

function wasReloaded(): boolean {
  return performance.getEntriesByType("navigation").some((entry) => (entry as PerformanceNavigationTiming).type === "reload");
}

/** What only this machine's issuer wants: the printed code, and a word of this browser without which its cookie is nothing. */
function ownWords(): Record<string, string> {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  const browser = localStorage.getItem(BROWSER) ?? crypto.randomUUID();
  localStorage.setItem(BROWSER, browser);
  return { browser, ...(code ? { one_time_code: code } : {}) };
}

/** Here first, then at the issuer: else the next person at this browser would be let in as this one. */
async function end(manager: UserManager, { signOut }: Config): Promise<void> {
  const id = (await manager.getUser())?.id_token;
  await manager.removeUser();
  if (signOut) return location.assign(signOut);
  const here = `${location.origin}${import.meta.env.BASE_URL}`;
  await manager
    .signoutRedirect({ ...(id ? { id_token_hint: id } : {}), post_logout_redirect_uri: here })
    .catch(() => location.assign(here));
}

async function finish(manager: UserManager): Promise<void> {
  const user = await manager.signinCallback();
  sessionStorage.removeItem(AGAIN);
  const place = typeof user?.state === "string" && user.state.startsWith("/") ? user.state : import.meta.env.BASE_URL;
  history.replaceState(null, "", place);
}

/** A token that is good for another minute, renewed when it is not. Without one nothing is sent, and the page says so. */
async function freshToken(manager: UserManager, config: Config): Promise<string> {
  const user = await manager.getUser();
  if (user && (user.expires_in ?? Number.POSITIVE_INFINITY) > 60) return chosen(user, config);
  const renewed = user?.refresh_token ? await renew(manager, config) : null;
  if (renewed) return renewed;
  noteConnection({ expired: true });
  throw new Error("The sign-in is over.");
}

/** An issuer that gives no ID token has none to choose. */
function chosen(user: User, { token }: Config): string {
  return token === "id" ? (user.id_token ?? user.access_token) : user.access_token;
}

let renewing: Promise<string | null> | null = null;

/** One renewal for all that ask at once. */
function renew(manager: UserManager, config: Config): Promise<string | null> {
  renewing ??= manager
    .signinSilent()
    .then((user) => (user ? chosen(user, config) : null))
    .catch(() => null)
    .finally(() => {
      renewing = null;
    });
  return renewing;
}
