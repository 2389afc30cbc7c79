import { describe, expect, it } from "vitest";
import { firstOpen, nodeCount, pathTo, planLines, planWith } from "@/domain/planTree";

interface Node {
  id: string;
  title: string;
  children: readonly Node[];
}

const node = (id: string, title: string, ...children: Node[]): Node => ({ id, title, children });
const PLAN = [node("p1", "Booking", node("e1", "Calendar", node("f1", "Free hours"), node("f2", "Cancel a date")), node("e2", "Mail")), node("p2", "Later")];

describe("the tree of a plan", () => {
  it("shows what is open, each line with its place", () => {
    const lines = planLines(PLAN, new Set(["p1"]));
    expect(lines.map(({ key, parent, level, at, of, open }) => [key, parent, level, at, of, open])).toEqual([
      ["p1", null, 1, 1, 2, true],
      ["e1", "p1", 2, 1, 2, false],
      ["e2", "p1", 2, 2, 2, undefined],
      ["p2", null, 1, 2, 2, undefined],
    ]);
  });

  it("knows the way to a node, and how many there are", () => {
    expect(pathTo(PLAN, "f2").map(({ title }) => title)).toEqual(["Booking", "Calendar", "Cancel a date"]);
    expect(pathTo(PLAN, "none")).toEqual([]);
    expect(nodeCount(PLAN)).toBe(6);
  });

  it("opens the way to what is shown", () => {
    expect([...firstOpen(PLAN, "f1")].toSorted()).toEqual(["e1", "p1", "p2"]);
    expect([...firstOpen(PLAN, undefined)].toSorted()).toEqual(["p1", "p2"]);
  });

  it("is searched with what leads to each", () => {
    const found = planWith(PLAN, "a DATE");
    expect(planLines(found, new Set(["p1", "e1"])).map(({ name }) => name)).toEqual(["Booking", "Calendar", "Cancel a date"]);
    expect(planWith(PLAN, " ")).toEqual(PLAN);
    expect(planWith(PLAN, "nowhere")).toEqual([]);
    expect(planWith(PLAN, "calendar")[0]?.children[0]?.children).toHaveLength(2);
  });
});
