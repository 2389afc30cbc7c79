import { describe, expect, it } from "vitest";
import { rowsOf } from "@/domain/hunks";
import { asideOf, counted, reviewBody, unitKey, unitsOf } from "@/domain/review";
import { PROPOSAL } from "@/testing/proposal";

const { files } = PROPOSAL;
const NONE = new Set<string>();

describe("what is kept of a proposal", () => {
  it("has a choice for each place of a changed file, and one for every other file", () => {
    expect(files.map(unitsOf)).toEqual([["0#src/a.ts", "1#src/a.ts"], ["all#src/new.ts"], ["all#pic.png"]]);
    expect(counted(files, new Set(["1#src/a.ts", "no such"]))).toEqual({ all: 4, kept: 3 });
  });

  it("names only what is set aside", () => {
    expect(reviewBody(files, NONE)).toEqual({ decision: "approve", files: [] });
    expect(reviewBody(files, new Set([unitKey("src/a.ts", 1), "all#pic.png"]))).toEqual({
      decision: "approve",
      files: [
        { path: "src/a.ts", decision: "approve", hunks: [{ index: 1, decision: "reject" }] },
        { path: "pic.png", decision: "reject", hunks: [] },
      ],
    });
  });

  it("is a rejection when nothing is kept", () => {
    const all = new Set(files.flatMap(unitsOf));
    expect(reviewBody(files, all).decision).toBe("reject");
    expect(reviewBody(files, all).files).toHaveLength(3);
  });

  it.each([[NONE], [new Set(["0#src/a.ts"])], [new Set(["all#src/new.ts", "all#pic.png"])], [new Set(["0#src/a.ts", "1#src/a.ts"])]])(
    "comes back as it was sent: %o",
    (aside) => {
      expect(asideOf(files, reviewBody(files, aside).files)).toEqual(aside);
    },
  );

  it("forgets what the proposal no longer has", () => {
    expect(asideOf(files, [{ path: "gone.ts", decision: "reject" }])).toEqual(NONE);
    expect(asideOf(files, [{ path: "src/a.ts", decision: "approve", hunks: [{ index: 7, decision: "reject" }] }])).toEqual(NONE);
  });
});

describe("the lines of a place", () => {
  it("are numbered on both sides", () => {
    const rows = rowsOf({ header: "@@ -3,2 +5,3 @@ name", lines: [" a", "+b", "-c", " d", "\\ No newline at end of file"] });
    expect(rows.map((row) => [row.kind, row.old, row.new])).toEqual([
      ["same", 3, 5],
      ["added", null, 6],
      ["removed", 4, null],
      ["same", 5, 7],
      ["note", null, null],
    ]);
  });

  it.each([
    ["name: Old,", "name: New,", ["name: ", "Old", ","], ["name: ", "New", ","]],
    ["aa", "aaa", ["", "aa", ""], ["", "aaa", ""]],
    ["a: Starter;", "a: Salon;", ["a: ", "Starter", ";"], ["a: ", "Salon", ";"]],
    ["f(x)", "f(x, y)", ["f(x", "", ")"], ["f(x", ", y", ")"]],
    ["", "x", ["", "", ""], ["", "x", ""]],
    ["same", "same", ["same", "", ""], ["same", "", ""]],
  ])("show what differs between %j and %j", (old, now, before, after) => {
    const rows = rowsOf({ header: "@@ -1 +1 @@", lines: [`-${old}`, `+${now}`] });
    expect(rows.map((row) => row.parts)).toEqual([before, after]);
  });

  it("are not compared when more came than went", () => {
    const rows = rowsOf({ header: "", lines: ["-a1", "+a2", "+a3", "-", "+"] });
    expect(rows.map((row) => row.parts[0])).toEqual(["a1", "a2", "a3", "", ""]);
    expect(rows[0]).toMatchObject({ old: 1, new: null });
  });
});
