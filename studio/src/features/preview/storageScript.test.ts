import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { pageStorage } from "@/features/preview/pageStorage";

const SCRIPT = readFileSync("../shared/reporter/storage.js", "utf8");
const refuse = () => {
  throw new DOMException("Access is denied for this document.", "SecurityError");
};

/** A page whose browser refuses these storages, in a frame of this name. */
function page(name = "", refused = ["localStorage", "sessionStorage"]) {
  const site: Record<string, unknown> & { name: string } = { name, Storage };
  for (const one of ["localStorage", "sessionStorage"])
    Object.defineProperty(site, one, { configurable: true, get: refused.includes(one) ? refuse : () => "the browser's own" });
  const onKept = vi.fn();
  const replaced: boolean = new Function("window", "onKept", `${SCRIPT}\nreturn replaceStorage(onKept);`)(site, onKept);
  return { site, onKept, replaced, local: site["localStorage"] as Storage, session: site["sessionStorage"] as Storage };
}

describe("a page that is refused storage", () => {
  it("has one that behaves as the platform's", () => {
    const { local, session } = page();
    local.setItem("a", 1 as unknown as string);
    local["b"] = "2";
    expect([local.getItem("a"), local["a"], local.b, local.length, local.key(0), local.key(9), local.getItem("none")]).toEqual(["1", "1", "2", 2, "a", null, null]);
    expect([Object.keys(local), "a" in local, "c" in local, local["c"], session.length]).toEqual([["a", "b"], true, false, undefined, 0]);
    expect([JSON.stringify(local), local instanceof Storage]).toEqual(['{"a":"1","b":"2"}', true]);
    delete local["a"];
    local.removeItem("b");
    expect(local.length).toBe(0);
    local.setItem("getItem", "x");
    expect([local.getItem("getItem"), typeof local.getItem]).toEqual(["x", "function"]);
    local.setItem("__proto__", "y");
    expect([local.getItem("__proto__"), ({} as { y?: string }).y]).toEqual(["y", undefined]);
    local.clear();
    expect(local.length).toBe(0);
  });

  it("finds it again after a reload, and in the frame of another revision", () => {
    const first = page();
    first.local.setItem("booking", "Tuesday");
    first.session.setItem("step", "2");
    const again = page(first.site.name);
    expect([again.local.getItem("booking"), again.session.getItem("step")]).toEqual(["Tuesday", "2"]);
    const storage = pageStorage("app_1");
    storage.keep(first.onKept.mock.calls.at(-1)![0]);
    expect(page(storage.frameName()).local.getItem("booking")).toBe("Tuesday");
    expect(pageStorage("app_2").frameName()).toBe("");
  });

  it("keeps a bounded amount and says so as the platform does", () => {
    const { local } = page();
    local.setItem("a", "x".repeat(199_000));
    expect(() => local.setItem("b", "x".repeat(2_000))).toThrow(expect.objectContaining({ name: "QuotaExceededError" }));
    local.setItem("a", "short");
    local.setItem("b", "x".repeat(2_000));
    expect(local.length).toBe(2);
  });

  it.each([
    "chatbuilder.storage:", "chatbuilder.storage:{", "chatbuilder.storage:null", "chatbuilder.storage:[1]", "own name",
    'chatbuilder.storage:{"localStorage":{"a":"b"}}', 'chatbuilder.storage:{"localStorage":[["a"],["b",1],null,["c","d","e"]]}',
    'chatbuilder.storage:{"__proto__":{"localStorage":[["a","b"]]}}',
  ])("begins empty where the name says nothing of it: %s", (name) => {
    expect(page(name).local.length).toBe(0);
  });
});

it("a page that has storage keeps the browser's own, of each kind", () => {
  expect(page("", []).replaced).toBe(false);
  const half = page("", ["sessionStorage"]);
  expect([half.replaced, half.local, half.session.length]).toEqual([true, "the browser's own", 0]);
});

describe("what the Studio keeps for a page", () => {
  beforeEach(() => sessionStorage.clear());

  it("is left out where there is no room", () => {
    vi.stubGlobal("sessionStorage", { setItem: refuse, getItem: refuse });
    pageStorage("app_1").keep("{}");
    expect(pageStorage("app_1").frameName()).toBe("");
    vi.unstubAllGlobals();
    expect(pageStorage("app_1").frameName()).toBe("");
  });
});
