import { expect, it } from "vitest";
import { sectionsOfSnapshot } from "@/domain/snapshot";

it("a snapshot is read into its sections, and what is not known has no lines", () => {
  const found = sectionsOfSnapshot("## Goals\n- Rosa\n- Tone: warm\n\n## Top open tasks\nNone known.\n\n## Something newer\n- line");
  expect(found).toEqual([
    { part: "goals", title: "Goals", lines: ["Rosa", "Tone: warm"] },
    { part: "tasks", title: "Top open tasks", lines: [] },
    { part: null, title: "Something newer", lines: ["line"] },
  ]);
});
