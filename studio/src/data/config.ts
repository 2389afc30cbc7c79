/** Where the API is, and who signs people in. `config.json` lies beside the Studio's own files. */
export interface Config {
  /** The API's address; empty when it is the Studio's own origin. */
  api: string;
  authority: string;
  clientId: string;
  scope: string;
  /** Which of the issuer's two tokens the API takes: its audience decides. */
  token: "access" | "id";
  /** The issuer's own page that ends its session; empty where its description names one, or it has none. */
  signOut: string;
  /** On a person's own machine there is no form: the printed address signs in. */
  local: boolean;
}

interface Told {
  api: string;
  issuer: string;
  client_id: string;
  scope: string;
  token: "access" | "id";
  sign_out: string;
  local: boolean;
}

/** Addresses in it may be paths of the Studio's own origin. */
export async function loadConfig(): Promise<Config> {
  const answer = await fetch(`${import.meta.env.BASE_URL}config.json`, { cache: "no-store" });
  if (!answer.ok) throw new Error(`config.json: ${answer.status}`);
  const told = (await answer.json()) as Told;
  const whole = (address: string) => new URL(address, location.origin).href.replace(/\/$/, "");
  return {
    api: whole(told.api),
    authority: whole(told.issuer),
    clientId: told.client_id,
    scope: told.scope,
    token: told.token,
    signOut: told.sign_out,
    local: told.local,
  };
}
