import { describe, expect, it } from "vitest";
import { groupsOf } from "@/domain/taskGroups";

const task = (id: string, node: string | null) => ({ id, metadata_json: { source_plan_node_id: node } });
const TREE = [
  { id: "p1", title: "Opening", children: [{ id: "e1", title: "Calendar", children: [{ id: "f1", title: "Free hours", children: [] }] }] },
  { id: "p2", title: "Later", children: [] },
];

describe("tasks by phase", () => {
  it("are numbered through, each with its part, and what is of no part comes without a phase", () => {
    const groups = groupsOf([task("a", "f1"), task("b", "p1"), task("c", "p2"), task("d", null), task("e", "gone")], TREE);
    expect(groups.map(({ phase, from, tasks }) => [phase?.title, from, tasks.map((one) => [one.task.id, one.part])])).toEqual([
      ["Opening", 1, [["a", "Free hours"], ["b", null]]],
      ["Later", 3, [["c", null]]],
      [undefined, 4, [["d", null], ["e", null]]],
    ]);
  });
});
