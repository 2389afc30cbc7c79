import { expect, it } from "vitest";
import { spoken } from "@/run/turns";

type Turns = Parameters<typeof spoken>[0];
type Active = NonNullable<Parameters<typeof spoken>[1]>;

const turn = (run: string, status: string) => ({ run_id: run, status, prompt: run, created_at: "2026-11-24T10:00:00Z" });
const told = (turns: object[], active: object | null) =>
  spoken(turns as Turns, active as Active | null).map(({ run, live, status }) => [run, live, status]);

it("a turn that waits for a word is still open, though its run is not the one at work", () => {
  expect(told([turn("run_2", "running"), turn("run_1", "completed")], null)).toEqual([
    ["run_1", false, "completed"],
    ["run_2", true, "running"],
  ]);
});

it("the run at work has the server's newest word, and waiting messages are no entries", () => {
  const active = { id: "run_2", status: "planned", message: "Go", created_at: "2026-11-24T10:00:00Z" };
  expect(told([turn("run_3", "planned"), turn("run_2", "running")], active)).toEqual([["run_2", true, "planned"]]);
});

it("a message is signed by who wrote it", () => {
  const turns = [{ ...turn("run_1", "completed"), author: "autopilot" }, turn("run_2", "completed")];
  expect(spoken(turns as unknown as Turns, null).map(({ author }) => author)).toEqual(["person", "autopilot"]);
});
