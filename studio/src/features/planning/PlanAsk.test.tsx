import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { BlueprintTree, PlanProposal } from "@/data/planning";
import { PlanAsk } from "@/features/planning/PlanAsk";
import { type Answers, Refusal, show } from "@/testing/show";
import { blueprint, JOB } from "@/testing/planning";

const PROPOSAL = "/blueprints/bp_1/proposal";
const onBlueprint = vi.fn();
const proposal = (more: Partial<PlanProposal> = {}): PlanProposal => ({
  blueprint_id: "bp_1", round: 3, kind: "ADJUST_PLAN", message: "Mails first.", status: "ready", edits: [], refused: [], result_blueprint_id: null, error_code: null,
  error_message: null, cost_usd: 0.02, cost_cap_usd: 1, created_at: JOB.created_at, updated_at: JOB.updated_at,
  operations: [{ op: "put_before", words: "Put Mail before Calendar", quote: "Mails first", change: {} }], ...more,
});
const open = (job: BlueprintTree["change_job"], answers: Answers = {}) =>
  show(<PlanAsk app="app_1" read={{ blueprint: blueprint(), plan_tree: [], parts_without_tasks: 0, ingestion_job: JOB, tasks_job: null, change_job: job }} onBlueprint={onBlueprint} />, { [`GET ${PROPOSAL}`]: () => proposal(), ...answers });
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const posted = (asked: { route: string; body: unknown }[]) => asked.filter(({ route }) => route.startsWith("POST"));

beforeEach(() => void vi.clearAllMocks());

describe("a change of a plan", () => {
  it("is asked for in a person's words, within a cap", async () => {
    const asked = await open(null, { [`POST ${PROPOSAL}`]: () => proposal({ status: "pending", operations: [] }) });
    await press("Have it proposed");
    expect(screen.getByText("Say what should be otherwise.")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("What should be otherwise"), { target: { value: "Mails first." } });
    fireEvent.change(screen.getByLabelText("It is about"), { target: { value: "UPDATE_REQUIREMENTS" } });
    await press("Have it proposed");
    await waitFor(() => expect(posted(asked).map(({ body }) => body)).toEqual([{ message: "Mails first.", kind: "UPDATE_REQUIREMENTS", max_dollars: 1 }]));
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>("What should be otherwise").value).toBe(""));
    expect(asked.some(({ route }) => route.startsWith("GET"))).toBe(false);
  });

  it("keeps the words that were refused", async () => {
    await open(null, { [`POST ${PROPOSAL}`]: () => new Refusal(409, { code: "BLUEPRINT_ARCHIVED", detail: "It is archived." }) });
    fireEvent.change(await screen.findByLabelText("What should be otherwise"), { target: { value: "Mails first." } });
    await press("Have it proposed");
    expect((await screen.findByRole("alert")).textContent).toContain("What you wrote is still here. It is archived.");
    expect(screen.getByLabelText<HTMLTextAreaElement>("What should be otherwise").value).toBe("Mails first.");
  });

  it("is proposed with the words that ask for it, and applied after a second word", async () => {
    const asked = await open(JOB, { [`POST ${PROPOSAL}/apply`]: () => proposal({ status: "applied" }) });
    expect((await screen.findByText(/Put Mail before Calendar/)).textContent).toContain("because you said: Mails first");
    await press("Apply it");
    await press("Apply it");
    await waitFor(() => expect(posted(asked).map(({ route, body }) => ({ route, body }))).toEqual([{ route: `POST ${PROPOSAL}/apply`, body: { round: 3 } }]));
  });

  it("of the text shows both texts, and leads to the version that it made", async () => {
    const edits = [{ start: 4, end: 9, before: "It shows a week.", after: "It shows a month.", quote: "a month" }];
    await open(JOB, { [`GET ${PROPOSAL}`]: () => proposal({ kind: "UPDATE_REQUIREMENTS", operations: [], edits, status: "applied", result_blueprint_id: "bp_2" }) });
    expect((await screen.findAllByRole("row")).map((row) => row.textContent)).toEqual([expect.stringContaining("It shows a week."), expect.stringContaining("It shows a month.")]);
    await press("Open the new version");
    expect(onBlueprint).toHaveBeenCalledWith("bp_2");
  });

  it("that the plan does not allow any more says why, and nothing is changed", async () => {
    await open(JOB, { [`POST ${PROPOSAL}/apply`]: () => new Refusal(409, { code: "PROPOSAL_STALE", detail: "The plan has moved on." }) });
    await press("Apply it");
    await press("Apply it");
    expect((await screen.findByRole("alert")).textContent).toContain("It was not applied. The plan is as it was. The plan has moved on.");
  });

  it("that was cut off while it was applied is applied again, and not let go", async () => {
    await open(JOB, { [`GET ${PROPOSAL}`]: () => proposal({ status: "applying" }) });
    expect(await screen.findByText(/^It was cut off while it was being applied/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Apply it" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Discard it" })).toBeNull();
  });

  it("without anything to propose says so", async () => {
    await open(JOB, { [`GET ${PROPOSAL}`]: () => proposal({ operations: [], refused: ["A task that is done stays."] }) });
    expect(await screen.findByText(/There is nothing to propose/)).toBeTruthy();
    expect(screen.getByText("A task that is done stays.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Apply it" })).toBeNull();
  });
});
