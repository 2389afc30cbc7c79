import { describe, expect, it } from "vitest";
import { keptPart, partOf, PARTS, rowFaults, rowsOf, sameRows } from "@/domain/project";

const STATE = {
  plan: ["Look", "Change"],
  requirements: { tone: "calm", pages: ["home", "about"] },
  stack: { ui: "tailwind" },
  decisions: [{ decision: "No login", reason: "" }],
};

describe("the state of a project as a form", () => {
  it("is sent back as it came", () => {
    for (const part of PARTS) expect(partOf(part, rowsOf(part, STATE))).toEqual({ [part]: STATE[part] });
  });

  it("leaves rows without words out", () => {
    expect(partOf("plan", [{ name: "", text: " " }, { name: "", text: "A" }])).toEqual({ plan: ["A"] });
    expect(sameRows(rowsOf("stack", STATE), [...rowsOf("stack", STATE), { name: "", text: "" }])).toBe(true);
  });

  it("says what is wrong with a row", () => {
    const row = (name: string, text: string) => ({ name, text });
    expect(rowFaults("stack", [row("", "x"), row("a", ""), row("b", "x"), row("b", "y"), row("c".repeat(101), "x"), row("", "")])).toEqual(["name", "text", null, "twice", "long", null]);
    expect(rowFaults("decisions", [row("No login", ""), row("x", "y".repeat(501))])).toEqual([null, "long"]);
    expect(rowFaults("requirements", [row("a", "v\n".repeat(21)), row("__proto__", "x")])).toEqual(["many", null]);
    expect(rowFaults("plan", [row("", "same"), row("", "same"), row("", "z".repeat(501))])).toEqual([null, null, "long"]);
  });

  it("takes nothing for kept that is not ours", () => {
    expect(["{", "", "[1]", "null", '{"base":[],"rows":[{"name":1}]}'].map(keptPart)).toEqual([null, null, null, null, null]);
    expect(keptPart('{"base":[],"rows":[{"name":"a","text":"b"}]}')).toEqual({ base: [], rows: [{ name: "a", text: "b" }] });
  });
});
