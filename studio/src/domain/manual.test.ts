import { expect, it } from "vitest";
import { chaptersOf, foundIn, placeIn } from "@/domain/manual";

const CHAPTERS = chaptersOf({
  zebra: "# Zebras\n\nStripes.\n",
  plans: "# Plans\n\n![A plan](../images/plan.png)\n<img src='../images/plan.png'>\n\nA **plan** is read.\n\n## What it costs, and when it stops\n\n| it says | do |\n|---|---|\n| `Stop` | see [tasks](tasks.md) |\n",
  tasks: "# Tasks\n\n## Done\n\nA task.\n",
  README: "# User manual\n\n- [Tasks](tasks.md)\n- [Plans](plans.md#x) and [plans](plans.md)\n- [gone](gone.md)\n",
});

it("chapters stand in the order of the first, those it does not name at the end, without pictures", () => {
  expect(CHAPTERS.map(({ title }) => title)).toEqual(["User manual", "Tasks", "Plans", "Zebras"]);
  expect(CHAPTERS[2]?.sections.map(({ id }) => id)).toEqual(["", "what-it-costs-and-when-it-stops"]);
  expect(CHAPTERS[2]?.sections[0]?.text).toBe("A **plan** is read.");
});

it("a link leads within the manual or nowhere", () => {
  expect(placeIn(CHAPTERS, "tasks", "plans.md#what")).toEqual({ chapter: "plans", at: "what" });
  expect(placeIn(CHAPTERS, "tasks", "#done")).toEqual({ chapter: "tasks", at: "done" });
  for (const href of ["../planning.md", "gone.md", "https://a.test/plans.md", "javascript:alert(1)", "", "#"]) expect(placeIn(CHAPTERS, "tasks", href)).toBeNull();
});

it("a search finds sections that have all the words, and shows the line that has most", () => {
  expect(foundIn(CHAPTERS, "plans STOP")).toEqual([{ chapter: "plans", at: "what-it-costs-and-when-it-stops", title: "Plans: What it costs, and when it stops", line: "Stop: see tasks" }]);
  expect([foundIn(CHAPTERS, "nowhere"), foundIn(CHAPTERS, "  ")]).toEqual([[], []]);
});
