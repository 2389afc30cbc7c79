// @scaffold sign-in
import { address, ask, el, field, form, json, notReady, section, setting, show } from "../common/dom";

const project = address(import.meta.env.VITE_SUPABASE_URL);
const key = setting(import.meta.env.VITE_SUPABASE_ANON_KEY);
const KEPT = "feature.sign-in";

export interface Person {
  email: string;
  token: string;
}

/** Who is signed in, in this tab. The token is for the service's own rules: never decide with it in the browser. */
export function signedIn(): Person | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    return isPerson(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Sign in, make an account, or sign out. */
export function mountSignIn(place: Element | null): () => void {
  if (!project || !key) return show(place, section("sign-in", "Sign in", notReady("Signing in")));
  const draw = () => void show(place, section("sign-in", "Sign in", ...shown(draw)));
  draw();
  return () => place?.replaceChildren();
}

function shown(draw: () => void): HTMLElement[] {
  const person = signedIn();
  if (!person) return [credentials("Sign in", "token?grant_type=password", draw), newAccount(draw)];
  const out = el("button", { type: "button", class: "feature-button", click: () => (keep(null), draw()) }, "Sign out");
  return [el("p", { role: "status" }, `You are signed in as ${person.email}.`), out];
}

function newAccount(draw: () => void): HTMLElement {
  return el("details", {}, el("summary", {}, "I have no account yet"), credentials("Make an account", "signup", draw));
}

function credentials(action: string, path: string, draw: () => void): HTMLElement {
  const current = path === "signup" ? "new-password" : "current-password";
  const fields = [
    field("E-mail address", "email", { required: true, type: "email", autocomplete: "email" }),
    field("Password", "password", { required: true, type: "password", autocomplete: current, minlength: "8" }),
  ];
  return form(fields, action, async (data) => {
    const email = String(data.get("email"));
    const body = { email, password: String(data.get("password")) };
    const answer = await ask(`${project}/auth/v1/${path}`, json(body, { apikey: key }));
    const token = tokenOf(answer);
    if (!token) return "Please open the link that was sent to you, then sign in.";
    keep({ email, token });
    draw();
    return "You are signed in.";
  });
}

function keep(person: Person | null): void {
  try {
    if (person) sessionStorage.setItem(KEPT, JSON.stringify(person));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // A browser that keeps nothing asks again on the next page.
  }
}

function isPerson(kept: unknown): kept is Person {
  return typeof kept === "object" && kept !== null && "email" in kept && "token" in kept;
}

function tokenOf(answer: unknown): string {
  const found = typeof answer === "object" && answer !== null && "access_token" in answer ? answer.access_token : "";
  return typeof found === "string" ? found : "";
}
