import { describe, expect, it } from "vitest";
import { tabStorage } from "@/run/tabStorage";
import { without } from "@/run/useDraft";

/** What another tab of this browser does is seen in what they share only. */
const elsewhere = (act: () => void) => {
  const own = Object.entries({ ...sessionStorage });
  sessionStorage.clear();
  act();
  sessionStorage.clear();
  for (const [key, text] of own) sessionStorage.setItem(key, String(text));
};

describe("what is written in two tabs", () => {
  it("is overwritten by neither, and a new tab begins with the last", () => {
    tabStorage.setItem("k", "mine");
    elsewhere(() => tabStorage.setItem("k", "theirs"));
    expect(tabStorage.getItem("k")).toBe("mine");
    elsewhere(() => expect(tabStorage.getItem("k")).toBe("theirs"));
  });

  it("is not taken away by the other when it has sent its own", () => {
    tabStorage.setItem("k", "mine");
    elsewhere(() => tabStorage.setItem("k", "theirs"));
    tabStorage.removeItem("k");
    expect(tabStorage.getItem("k")).toBe("");
    elsewhere(() => expect(tabStorage.getItem("k")).toBe("theirs"));
  });

  it("is gone everywhere when it was sent", () => {
    tabStorage.setItem("k", "mine");
    tabStorage.removeItem("k");
    elsewhere(() => expect(tabStorage.getItem("k")).toBeNull());
  });
});

describe("what was written while the words were on their way", () => {
  it.each([
    ["Make it red", ""],
    ["Make it red and larger", "and larger"],
    ["Larger", "Larger"],
    ["", ""],
  ])("%j leaves %j", (now, left) => {
    expect(without("Make it red")(now)).toBe(left);
  });
});
