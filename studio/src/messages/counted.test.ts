import { expect, it } from "vitest";
import { en as knowledge } from "@/messages/knowledge/en";
import { de as knowledgeDe } from "@/messages/knowledge/de";
import { en as kpis } from "@/messages/kpis/en";
import { de as kpisDe } from "@/messages/kpis/de";

it("one of something is said in the singular", () => {
  expect([knowledge.snapshot.metrics.tasks_in_progress(1), knowledge.snapshot.metrics.runs_in_progress(2)]).toEqual(["task in progress", "runs in progress"]);
  expect(knowledgeDe.snapshot.metrics.runs_in_progress(1)).toBe("Lauf in Arbeit");
  expect(kpis.lead(1, 1, 1)).toBe("1 run. 1 was to change something, 1 of them was kept.");
  expect(kpisDe.lead(2, 1, 0)).toBe("2 Läufe. 1 sollte etwas ändern, 0 davon wurden behalten.");
});
