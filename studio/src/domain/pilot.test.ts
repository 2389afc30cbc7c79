import { expect, it } from "vitest";
import { afterPhase, amountIn, asking, hasAnswer, isNew, newsIn, nextPhase, phasesOf, priceOf, standOf, type Tick } from "@/domain/pilot";

const tick = (more: Partial<Tick> = {}): Tick => ({ status: "started_run", reason: "start", about: "", run_id: "run_1", task_id: "task_1", at: "2026-01-01T10:00:00Z", ...more });
const node = (id: string, kind: string, done: number, total: number, children: ReturnType<typeof part>[] = [], status = "planned") => part(id, kind, done, total, children, status);

interface Part {
  id: string;
  kind: string;
  title: string;
  status: string;
  tasks: { total: number; done: number };
  needs: [];
  is_question: false;
  contradicts: false;
  answer: "";
  children: Part[];
}
function part(id: string, kind: string, done: number, total: number, children: Part[], status: string): Part {
  return { id, kind, title: id, status, tasks: { total, done }, needs: [], is_question: false, contradicts: false, answer: "", children };
}

it.each([
  ["started_run", "start", "pilotBegins"],
  ["advanced_run", "settle", null],
  ["waiting_for_approval", "run_waits", "pilotWaits"],
  ["nothing_to_do", "at_work", null],
  ["nothing_to_do", "phase_done", "pilotDone"],
  ["idle", "night_budget", "pilotStopped"],
  ["idle", "same_failure", "pilotStopped"],
  ["idle", "paused", null],
  ["idle", "off", null],
  ["idle", "no_phase", null],
])("a tick %s for %s is news: %s", (status, reason, news) => {
  expect(newsIn({ status, reason })).toBe(news);
});

it("names a price, that there is none to pay, or that it is not known", () => {
  expect([priceOf(0.6, "en"), priceOf(0, "en"), priceOf(null, "en")]).toEqual(["$0.60", "", null]);
});

it("has been started until it has looked, or is at a run", () => {
  const fresh = { pill: "running" as const, last_tick: null };
  expect([standOf(fresh, []), standOf(fresh, [{}]), standOf({ ...fresh, last_tick: tick() }, []), standOf({ ...fresh, pill: "idle" }, [])]).toEqual(["starting", "running", "running", "idle"]);
});

it("a tick says something new by what it says, not by when", () => {
  expect(isNew(null, tick())).toBe(true);
  expect(isNew(tick(), null)).toBe(false);
  expect(isNew(tick(), tick({ at: "2026-01-01T11:00:00Z" }))).toBe(false);
  expect(isNew(tick(), tick({ run_id: "run_2" }))).toBe(true);
  expect(isNew(tick(), tick({ status: "idle", reason: "refused" }))).toBe(true);
});

it("phases are found wherever they stand, and the one to start is the active one while something of it is left, else the next", () => {
  const tree = [node("one", "phase", 2, 2, [node("epic", "epic", 2, 2)], "done"), node("book", "epic", 0, 3, [node("two", "phase", 1, 3)]), node("three", "phase", 0, 0)];
  const phases = phasesOf(tree);
  expect(phases.map(({ id, done, total }) => [id, done, total])).toEqual([
    ["one", 2, 2],
    ["two", 1, 3],
    ["three", 0, 0],
  ]);
  expect(nextPhase(phases, "three")?.id).toBe("three");
  expect(nextPhase(phases, null)?.id).toBe("two");
  expect(nextPhase(phases.slice(2), "gone")?.id).toBe("three");
  expect(nextPhase(phases.slice(0, 1), null)).toBe(undefined);
  expect(nextPhase(phases, "one")?.id).toBe("two");
  expect(nextPhase([...phases].reverse(), null)?.id).toBe("two");
  expect([afterPhase(phases, "one")?.next?.id, afterPhase(phases, "two"), afterPhase(phases, null)]).toEqual(["two", null, null]);
  expect(afterPhase(phases.slice(0, 1), "one")?.next).toBe(undefined);
});

it("a run asks where it stopped, and one that is planned only where its steps wait for a word", () => {
  const runs = [{ id: "a", status: "running" }, { id: "b", status: "awaiting_approval" }, { id: "c", status: "planned" }];
  expect(asking(runs, null).map(({ id }) => id)).toEqual(["b"]);
  expect(asking(runs, { reason: "plan_waits", run_id: "c" }).map(({ id }) => id)).toEqual(["b", "c"]);
  expect(asking(runs, { reason: "start", run_id: "c" }).map(({ id }) => id)).toEqual(["b"]);
});

it.each([
  ["", null],
  [" 12,5 ", 12.5],
  ["0", 0],
  ["10000", 10_000],
  ["10001", "wrong"],
  ["-1", "wrong"],
  ["ten", "wrong"],
  ["Infinity", "wrong"],
])("%j as a budget is %j", (written, amount) => {
  expect(amountIn(written)).toBe(amount);
});

it("a run that was waited with has its answer once it stands otherwise", () => {
  const waits = { status: "waiting_for_approval", reason: "run_waits", run_id: "a" };
  expect(hasAnswer([{ id: "a", status: "awaiting_approval" }], waits)).toBe(false);
  expect(hasAnswer([{ id: "a", status: "running" }], waits)).toBe(true);
  expect(hasAnswer([], waits)).toBe(true);
  expect(hasAnswer([{ id: "a", status: "planned" }], { ...waits, reason: "plan_waits" })).toBe(false);
  expect(hasAnswer([{ id: "a", status: "running" }], { ...waits, status: "nothing_to_do" })).toBe(false);
  expect(hasAnswer([], null)).toBe(false);
});
