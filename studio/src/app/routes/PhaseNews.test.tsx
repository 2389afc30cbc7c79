import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { PhaseNews } from "@/app/routes/PhaseNews";
import type { Workspace } from "@/data/workspace";
import { autopilot, managerPlan, tick } from "@/testing/autopilot";
import { blueprint, JOB, node } from "@/testing/planning";
import { show } from "@/testing/show";

const PLAN = "GET /projects/app_1/manager/plan";
const TREE_OF = "GET /blueprints/bp_1";
const counts = (done: number) => ({ total: 2, done, in_progress: 0, blocked: 0 });
const TREE = [node("node_p1", { kind: "phase", title: "Booking", tasks: counts(2) }), node("node_p2", { kind: "phase", title: "Later", tasks: counts(0) })];
const news = (reason: string, active = "node_p1") =>
  show(<PhaseNews workspace={{ app: { id: "app_1", active_blueprint_id: "bp_1", active_phase_node_id: active }, active_run: null, waiting_runs: [] } as unknown as Workspace} />, {
    [PLAN]: () => managerPlan({ autopilot: autopilot({ pill: "idle", last_tick: tick({ status: "nothing_to_do", reason }) }) }),
    [TREE_OF]: () => ({ blueprint: blueprint(), plan_tree: TREE, ingestion_job: JOB }),
  });
const buttons = () => screen.getAllByRole("button").map((one) => one.textContent);

it("in the conversation the end of a phase stays with what comes then, until it is closed", async () => {
  await news("phase_done");
  expect(await screen.findByRole("group", { name: "Booking is done." })).toBeTruthy();
  expect(buttons()).toEqual(["Look at it", "Publish it", "Start Later", "Close"]);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("group")).toBeNull();
  cleanup();
  const asked = await news("phase_done");
  await waitFor(() => expect(asked.map(({ route }) => route)).toContain(PLAN));
  expect([screen.queryByRole("group"), asked.some(({ route }) => route === TREE_OF)]).toEqual([null, false]);
});

it("nothing is said of a phase that goes on", async () => {
  const asked = await news("at_work", "node_p2");
  await waitFor(() => expect(asked.map(({ route }) => route)).toContain(PLAN));
  expect([screen.queryByRole("group"), asked.some(({ route }) => route === TREE_OF)]).toEqual([null, false]);
});
