import { beforeEach, expect, test, vi } from "vitest";
import { persistent, persistentList, storageWorks } from "../src/lib/storage";

const isTexts = (data: unknown): data is string[] => Array.isArray(data) && data.every((one) => typeof one === "string");
const open = (version = 1, upgrade?: (data: unknown) => unknown) =>
  persistent<string[]>({ key: "list", version, initial: () => ["first"], check: isTexts, upgrade });

beforeEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  storageWorks.set(true);
});

test("keeps what was set and tells its listeners", () => {
  const list = open();
  const heard: string[][] = [];
  const stop = list.subscribe((value) => heard.push(value));
  list.set(["a"]);
  stop();
  list.set(["b"]);

  expect(heard).toEqual([["first"], ["a"]]);
  expect(open().get()).toEqual(["b"]);
});

test("upgrades older data", () => {
  open(1).set(["a"]);

  expect(open(2, (data) => [...(data as string[]), "new"]).get()).toEqual(["a", "new"]);
});

test.each(["{", "null", '{"version":1,"data":[1]}', '{"version":9,"data":["later"]}'])("sets %s aside", (text) => {
  localStorage.setItem("list", text);

  expect(open().get()).toEqual(["first"]);
  expect(localStorage.getItem("list.unreadable")).toBe(text);
});

test("leaves out the one bad entry of a list, and keeps all as it was beside it", () => {
  const text = '{"version":1,"data":["a",7,"b",null]}';
  localStorage.setItem("list", text);
  const isEntry = (data: unknown): data is string => typeof data === "string";
  const list = persistentList({ key: "list", version: 1, initial: () => ["first"], isEntry });

  expect(list.get()).toEqual(["a", "b"]);
  expect(localStorage.getItem("list.unreadable")).toBe(text);
});

test("works without storage, and says so", () => {
  const refuse = () => {
    throw new DOMException("Full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  const list = open();
  list.set(["a"]);

  expect(list.get()).toEqual(["a"]);
  expect(storageWorks.get()).toBe(false);
});

test("follows other tabs", () => {
  const list = open();
  localStorage.setItem("list", '{"version":1,"data":["theirs"]}');
  dispatchEvent(new StorageEvent("storage", { key: "list" }));

  expect(list.get()).toEqual(["theirs"]);
});
