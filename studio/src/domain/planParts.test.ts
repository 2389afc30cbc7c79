import { describe, expect, it } from "vitest";
import { circles, fittingKind, kindsIn, neighboursOf, type PlanPartLike, partsAt, tiesOf, waitInside } from "@/domain/planParts";
import type { NodeKind } from "@/domain/planning";

interface Part extends PlanPartLike {
  tasks: { total: number };
  extra_metadata: { stale: string | null };
}
const part = (id: string, kind: NodeKind, children: Part[] = [], waits_for: string[] = [], total = 0, waits_inside = 0): Part => ({ id, title: id, kind, children, waits_for, waits_inside, tasks: { total }, extra_metadata: { stale: null } });
const PLAN = [
  part("p1", "phase", [part("e1", "epic", [part("s1", "story", [], [], 2), part("s2", "story", [], ["s1"], 1)]), part("s3", "story", [], ["s2", "s1", "gone"])]),
  part("p2", "phase", [], []),
];
const ids = (parts: readonly PlanPartLike[]) => parts.map(({ id }) => id);

describe("the parts of a plan", () => {
  it("are as fine as one wants, and what has nothing in it stands for itself", () => {
    expect(ids(partsAt(PLAN, "phase"))).toEqual(["p1", "p2"]);
    expect(ids(partsAt(PLAN, "epic"))).toEqual(["e1", "s3", "p2"]);
    expect(ids(partsAt(PLAN, "task_spec"))).toEqual(["s1", "s2", "s3", "p2"]);
    expect(kindsIn(PLAN)).toEqual(["phase", "epic", "story"]);
  });

  it("are shown as fine as one can still see at once", () => {
    expect(fittingKind(PLAN)).toBe("story");
    const many = Array.from({ length: 41 }, (_, at) => part(`m${at}`, "story"));
    expect(fittingKind([part("p", "phase", many)])).toBe("phase");
    expect(fittingKind(many)).toBe("story");
    expect(fittingKind([])).toBe("phase");
  });

  it("wait for each other by what lies in them, once, and never for themselves", () => {
    expect(tiesOf(partsAt(PLAN, "story"))).toEqual([{ from: "s1", to: "s2" }, { from: "s2", to: "s3" }, { from: "s1", to: "s3" }]);
    expect(tiesOf(partsAt(PLAN, "epic"))).toEqual([{ from: "e1", to: "s3" }]);
    expect(tiesOf(PLAN)).toEqual([]);
  });

  it("may hold tasks that wait for each other, where no part waits for another", () => {
    const phase = part("p", "phase", [part("e", "epic", [part("s", "story"), part("t", "story", [], ["s"])]), part("f", "epic")], [], 4, 2);
    expect(tiesOf(partsAt([phase], "epic"))).toEqual([]);
    expect(ids(waitInside([phase], partsAt([phase], "epic")))).toEqual(["p", "e"]);
    expect(waitInside(PLAN, partsAt(PLAN, "story"))).toEqual([]);
  });

  it("may wait for each other in a circle, which is found", () => {
    const ties = tiesOf([part("a", "epic", [], ["c"]), part("b", "epic", [], ["a"]), part("c", "epic", [], ["b"]), part("d", "epic", [], ["c"])]);
    expect([...circles(ties)]).toEqual(ties.filter(({ to }) => to !== "d"));
    expect(circles(tiesOf(partsAt(PLAN, "story"))).size).toBe(0);
  });

  it("have neighbours outside of themselves", () => {
    expect(ids(neighboursOf(PLAN, "s2").before)).toEqual(["s1"]);
    expect(ids(neighboursOf(PLAN, "s2").after)).toEqual(["s3"]);
    expect(ids(neighboursOf(PLAN, "e1").before)).toEqual([]);
    expect(ids(neighboursOf(PLAN, "e1").after)).toEqual(["s3"]);
    expect(neighboursOf(PLAN, "none")).toEqual({ before: [], after: [] });
  });
});
