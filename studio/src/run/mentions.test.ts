import { describe, expect, it, vi } from "vitest";
import { DETAIL_CHARS, Mentions, MOST_MENTIONS, withMentions } from "@/run/mentions";
import { addPicture, takePictures } from "@/run/pictures";

const named = (mentions: Mentions) => mentions.current().map(({ label, detail }) => ({ label, detail }));

describe("what the next message mentions", () => {
  it("is there again after a reload, in order and each once", () => {
    localStorage.clear();
    const mentions = new Mentions("k", localStorage);
    const listener = vi.fn();
    mentions.subscribe(listener);
    expect([mentions.add({ label: "b", detail: "1" }), mentions.add({ label: "a", detail: "2" })]).toEqual([true, true]);
    expect(mentions.add({ label: " b ", detail: "1" })).toBe(true);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(named(new Mentions("k", localStorage))).toEqual([
      { label: "b", detail: "1" },
      { label: "a", detail: "2" },
    ]);
  });

  it("is bounded in number and in length", () => {
    localStorage.clear();
    const mentions = new Mentions("k", localStorage);
    for (let at = 0; at < MOST_MENTIONS; at++) mentions.add({ label: `${at}`, detail: "x".repeat(DETAIL_CHARS * 2) });
    expect(mentions.add({ label: "one more", detail: "" })).toBe(false);
    expect(mentions.current()).toHaveLength(MOST_MENTIONS);
    expect(mentions.current()[0]?.detail).toHaveLength(DETAIL_CHARS);
  });

  it("leaves nothing in the browser when it is taken away", () => {
    localStorage.clear();
    const mentions = new Mentions("k", localStorage);
    mentions.add({ label: "a", detail: "1" });
    mentions.remove(mentions.current()[0]?.id ?? "");
    expect(localStorage.getItem("k")).toBeNull();
  });

  it.each(["", "{", "7", '[{"label":1}]', "[null]"])("stored as %j is nothing", (stored) => {
    localStorage.setItem("k", stored);
    expect(new Mentions("k", localStorage).current()).toEqual([]);
  });

  it("holds one task, which is no part of the words", () => {
    localStorage.clear();
    const mentions = new Mentions("k", localStorage);
    for (const task of ["task_1", "task_2"]) mentions.add({ label: `Task: ${task}`, detail: "", task });
    const kept = new Mentions("k", localStorage).current();
    expect(kept).toMatchObject([{ label: "Task: task_2", task: "task_2" }]);
    expect(withMentions("Do it", kept)).toBe("Do it");
  });

  it("follows the words, each under its heading", () => {
    expect(withMentions("Make it red", [{ label: "h1 in\nHero", detail: "src/Hero.tsx" }])).toBe("Make it red\n\n### h1 in Hero\nsrc/Hero.tsx");
    expect(withMentions("Make it red", [])).toBe("Make it red");
  });
});

it("a picture is taken once", () => {
  const file = new File(["x"], "a.png", { type: "image/png" });
  addPicture("app_1", file);
  expect(takePictures("app_2")).toEqual([]);
  expect(takePictures("app_1")).toEqual([file]);
  expect(takePictures("app_1")).toEqual([]);
});
