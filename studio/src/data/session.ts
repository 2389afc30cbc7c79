import { InMemoryWebStorage, UserManager, WebStorageStateStore } from "oidc-client-ts";
import type { Config } from "@/data/config";

const BROWSER = "chatbuilder.browser";
const CALLBACK = `${import.meta.env.BASE_URL}signed-in`;

/** Who is signed in. Tokens live in memory only; the place one was at waits in this tab's own storage meanwhile. */
export interface Session {
  token(): Promise<string>;
  signIn(): Promise<void>;
  signOut(): Promise<void>;
}

/** Signed in, or on the way to the issuer, which comes back here. */
export async function openSession(config: Config): Promise<Session> {
  const manager = managerOf(config);
  if (location.pathname === CALLBACK) await finish(manager);
  else if (!(await manager.getUser())) await leave(manager, config);
  return {
    token: () => freshToken(manager, config),
    signIn: () => leave(manager, config),
    signOut: () => manager.removeUser(),
  };
}

function managerOf({ authority, clientId }: Config): UserManager {
  return new UserManager({
    authority,
    client_id: clientId,
    redirect_uri: `${location.origin}${CALLBACK}`,
    response_type: "code",
    scope: "openid",
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
  });
}

/** Ends in another page, so it never settles. A one-time code in the address is used up by the issuer. */
async function leave(manager: UserManager, { local }: Config): Promise<never> {
  const place = location.pathname + location.search;
  await manager.signinRedirect({ state: place, ...(local ? { extraQueryParams: ownWords() } : {}) });
  return new Promise<never>(() => undefined);
}

/** What only this machine's issuer wants: the printed code, and a word of this browser without which its cookie is nothing. */
function ownWords(): Record<string, string> {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  const browser = localStorage.getItem(BROWSER) ?? crypto.randomUUID();
  localStorage.setItem(BROWSER, browser);
  return { browser, ...(code ? { one_time_code: code } : {}) };
}

async function finish(manager: UserManager): Promise<void> {
  const user = await manager.signinCallback();
  const place = typeof user?.state === "string" && user.state.startsWith("/") ? user.state : import.meta.env.BASE_URL;
  history.replaceState(null, "", place);
}

/** A token that is good for another minute, renewed when it is not. */
async function freshToken(manager: UserManager, config: Config): Promise<string> {
  const user = await manager.getUser();
  if (user && (user.expires_in ?? Number.POSITIVE_INFINITY) > 60) return user.access_token;
  const renewed = user?.refresh_token ? await renew(manager) : null;
  return renewed ?? leave(manager, config);
}

let renewing: Promise<string | null> | null = null;

/** One renewal for all that ask at once. */
function renew(manager: UserManager): Promise<string | null> {
  renewing ??= manager
    .signinSilent()
    .then((user) => user?.access_token ?? null)
    .catch(() => null)
    .finally(() => {
      renewing = null;
    });
  return renewing;
}
