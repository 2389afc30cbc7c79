import { describe, expect, it, vi } from "vitest";
import { Buffers, KEPT_CHARS } from "@/features/code/buffers";

const file = (path: string, text: string) => ({ path, text, revision: "rev_1", sha256: "1" });

/** What a browser's storage does, which refuses above a size. */
function storage(most = Number.POSITIVE_INFINITY): Storage {
  const kept = new Map<string, string>();
  return {
    length: 0,
    key: () => null,
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => {
      if (value.length > most) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
  };
}

describe("what is written and not saved", () => {
  it("is there again after a reload, and tells who listens", () => {
    const place = storage();
    const buffers = new Buffers("k", place);
    const listener = vi.fn();
    buffers.subscribe(listener);
    buffers.put(file("b", "1"));
    buffers.put(file("a", "2"));
    buffers.put(file("b", "3"));
    dispatchEvent(new Event("pagehide"));
    expect(listener).toHaveBeenCalledTimes(3);
    expect(new Buffers("k", place).current()).toEqual({ files: [file("a", "2"), file("b", "3")], kept: true });
  });

  it("is forgotten when it is dropped", () => {
    const place = storage();
    const buffers = new Buffers("k", place);
    buffers.put(file("a", "1"));
    buffers.flush();
    buffers.drop("a");
    buffers.flush();
    expect(place.getItem("k")).toBeNull();
  });

  it("that is too much says that a reload would lose it", () => {
    const buffers = new Buffers("k", storage());
    buffers.put(file("a", "x".repeat(KEPT_CHARS + 1)));
    buffers.flush();
    expect(buffers.current()).toMatchObject({ kept: false, files: [{ path: "a" }] });
    const leaving = new Event("beforeunload", { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    buffers.drop("a");
    buffers.flush();
    expect(buffers.current().kept).toBe(true);
  });

  it("that the browser refuses says so, too", () => {
    const buffers = new Buffers("k", storage(10));
    buffers.put(file("a", "1"));
    buffers.flush();
    expect(buffers.current().kept).toBe(false);
    buffers.drop("a");
  });

  it("while a save was under way stays, on what was saved", () => {
    const buffers = new Buffers("k", storage());
    buffers.put(file("a", "sent"));
    buffers.put(file("b", "sent"));
    buffers.put(file("b", "sent and more"));
    for (const path of ["a", "b", "c"]) buffers.saved(file(path, "sent"), { revision: "rev_2", sha256: "2" });
    expect(buffers.current().files).toEqual([{ path: "b", text: "sent and more", revision: "rev_2", sha256: "2" }]);
  });

  it.each(["", "{", "7", '[{"path":1}]', "[null]"])("stored as %j is nothing", (stored) => {
    const place = storage();
    place.setItem("k", stored);
    expect(new Buffers("k", place).current().files).toEqual([]);
  });
});
