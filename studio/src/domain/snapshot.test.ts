import { expect, it } from "vitest";
import { sectionsOfSnapshot, snapshotLine } from "@/domain/snapshot";

it("a snapshot is read into its sections, and what is not known has no lines", () => {
  const found = sectionsOfSnapshot("## Goals\n- Rosa\n- Tone: warm\n\n## Top open tasks\nNone known.\n\n## Something newer\n- line");
  expect(found).toEqual([
    { part: "goals", title: "Goals", lines: ["Rosa", "Tone: warm"] },
    { part: "tasks", title: "Top open tasks", lines: [] },
    { part: null, title: "Something newer", lines: ["line"] },
  ]);
});

it("knows the server's own words of a snapshot, and no other's", () => {
  expect(snapshotLine("risks", "called done without evidence: Pay: now")).toEqual({ kind: "unproven", about: "Pay: now" });
  expect(snapshotLine("risks", "The draft does not build.")).toEqual({ kind: "draft" });
  expect(snapshotLine("risks", "Map: failed (SAME_ERROR)")).toEqual({ kind: "failed", about: "Map" });
  expect(snapshotLine("risks", "Old: part: Its text has changed in version 2.")).toEqual({ kind: "stale", about: "Old: part", why: "Its text has changed in version 2." });
  expect(snapshotLine("risks", "Rosa: is ill")).toEqual({ kind: "said", words: "Rosa: is ill" });
  expect(snapshotLine("phases", "7. Phase 1 (in progress, active)")).toEqual({ kind: "phase", about: "7. Phase 1", state: "in_progress", active: true });
  expect(snapshotLine("phases", "Talked about last: carts")).toEqual({ kind: "talked", about: "carts" });
  expect(snapshotLine("goals", "high risk: none")).toEqual({ kind: "said", words: "high risk: none" });
});
