import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Workspace } from "@/data/workspace";
import type { Grouping } from "@/domain/place";
import { TenantUsagePage } from "@/features/spending/TenantUsagePage";
import { UsagePane } from "@/features/spending/UsagePane";
import { type Answers, Refusal, show } from "@/testing/show";
import { TENANT_USAGE, usagePage } from "@/testing/usage";

const READ = "GET /projects/app_1/usage";
const TENANT = "GET /admin/usage";
const limits = { run_dollars: 2, run_tokens: null, run_model_calls: null, run_seconds: null };
const WORKSPACE = { app: { id: "app_1", settings: { limits } } } as unknown as Workspace;
const onBy = vi.fn();
const onRun = vi.fn();
const open = (by: Grouping, answers: Answers = {}) =>
  show(<UsagePane workspace={WORKSPACE} by={by} onBy={onBy} onRun={onRun} />, { [READ]: () => usagePage(by), [TENANT]: () => TENANT_USAGE, ...answers });

describe("the usage of an app", () => {
  it("is a chart that says what it shows, and a table with every day", async () => {
    await open("day");
    await screen.findByRole("img", { name: "Most was used on Mar 2: $0.50." });
    fireEvent.click(screen.getByRole("button", { name: "Show as a table" }));
    const rows = within(screen.getByRole("table")).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual(["DayCostTokensCalls of models", "Mar 3$0.0000", "Mar 2$0.501,0002", "Mar 1$0.0000"]);
  });

  it("leads from a run to it, and changes its grouping in the address", async () => {
    await open("run");
    fireEvent.click(await screen.findByRole("button", { name: "Run abcdef" }));
    expect(onRun).toHaveBeenCalledWith("run_abcdef");
    fireEvent.change(screen.getByLabelText("By"), { target: { value: "model" } });
    expect(onBy).toHaveBeenCalledWith("model");
  });

  it("counts tokens where no model has a price, and says so", async () => {
    const totals = { ...usagePage("model").totals, cost_usd: null, counted_usd: 0, unpriced_tokens: 1000 };
    await open("model", { [READ]: () => usagePage("model", { totals }) });
    await screen.findByRole("img", { name: "Only gpt was used: 1,000 tokens." });
    expect(screen.getByText("1,000 tokens of models without a price are not in the dollars.")).toBeTruthy();
  });

  it("says that nothing was used, and that it could not be loaded", async () => {
    await open("day", { [READ]: () => usagePage("day", { items: [] }) });
    await screen.findByText("Nothing was used in these days.");
    await open("day", { [READ]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    await screen.findByText("The usage could not be loaded.");
  });

  it("says what is left of the caps and budgets", async () => {
    await open("day");
    await screen.findByText("$15.00 left");
    expect(screen.getByText("Nothing left")).toBeTruthy();
    expect(screen.getAllByRole("meter").map((meter) => meter.getAttribute("aria-valuetext"))).toEqual(["$5.00 of $20.00", "$200.00 of $200.00"]);
    expect(within(screen.getByRole("region", { name: "Limits of a run of this app" })).getByText("$2.00")).toBeTruthy();
  });
});

describe("how well runs went", () => {
  const KPIS = "GET /projects/app_1/kpis";
  const figures = { asked: 3, succeeded: 2, success_rate: 0.6667, first_pass_rate: 0.3333, compile_rate: 1, self_heal_rate: 0.5, reverted_rate: 0, median_first_word_ms: 900, p95_edit_seconds: 75, cost_usd: 0.5, cost_per_success_usd: 0.25, unpriced_runs: 0 };
  const nothing = { asked: 0, succeeded: 0, success_rate: null, first_pass_rate: null, compile_rate: null, self_heal_rate: null, reverted_rate: null, median_first_word_ms: null, p95_edit_seconds: null, cost_usd: 0, cost_per_success_usd: null, unpriced_runs: 0 };
  const page = (more: object = {}) => ({ since: "2026-03-01", until: "2026-03-03", items: [{ ...figures, runs: 4, day: "2026-03-02" }], totals: { ...figures, runs: 4 }, ...more });

  it("is told in figures, and each of them by day", async () => {
    await open("day", { [KPIS]: () => page() });
    const part = within(await screen.findByRole("region", { name: "How well runs went, the last 30 days" }));
    expect(part.getByText("4 runs. 3 were to change something, 2 of them were kept.")).toBeTruthy();
    expect(part.getAllByRole("definition").map((one) => one.textContent)).toEqual([
      "67%of those that were to change something",
      "33%no check said no",
      "100%of those that changed files",
      "50%of those in which a check said no",
      "0%of those that were kept",
      "0.9 sechalf of them sooner",
      "1 min 15 sec19 of 20 sooner, without waiting for you",
      "$0.25what failed is in it",
    ]);
    expect(part.getByRole("img", { name: "Fewest were kept on Mar 2: 67%." })).toBeTruthy();
    fireEvent.change(part.getByLabelText("Show by day"), { target: { value: "price" } });
    expect(part.getByRole("img", { name: "A kept change was dearest on Mar 2: $0.25." })).toBeTruthy();
    fireEvent.click(part.getByRole("button", { name: "Show as a table" }));
    const rows = within(part.getByRole("table")).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual(["DayCost of a kept changeRunsKept", "Mar 3nothing to say00", "Mar 2$0.2542", "Mar 1nothing to say00"]);
  });

  it("has nothing to say where nothing ended, or of what nothing is known", async () => {
    await open("day", { [KPIS]: () => page({ items: [], totals: { ...nothing, runs: 0 } }) });
    expect(await screen.findByText(/^No run has ended in these days/)).toBeTruthy();
    await open("day", { [KPIS]: () => page({ items: [{ ...nothing, runs: 1, day: "2026-03-02" }], totals: { ...nothing, runs: 1 } }) });
    expect(await screen.findByText("There is nothing to say about this in these days.")).toBeTruthy();
    expect(screen.getAllByText("nothing to say")).toHaveLength(8);
  });

  it("says of what a model without a price cost that it is not known, and who can change that", async () => {
    const free = { ...figures, cost_usd: null, cost_per_success_usd: null, unpriced_runs: 3 };
    await open("day", { [KPIS]: () => page({ items: [{ ...free, runs: 4, day: "2026-03-02" }], totals: { ...free, runs: 4 } }) });
    const part = within(await screen.findByRole("region", { name: /^How well/ }));
    expect(part.getAllByRole("definition").at(-1)?.textContent).toBe("–not known: 3 runs of a model without a price");
    expect(part.getByText(/can give it one/)).toBeTruthy();
    expect(part.queryByText(/\$/)).toBeNull();
    fireEvent.change(part.getByLabelText("Show by day"), { target: { value: "price" } });
    expect(part.getByText("What kept changes cost in these days is not known.")).toBeTruthy();
  });

  it("says that it could not be loaded, and tries again; the usage is there all the same", async () => {
    let works = false;
    await open("day", { [KPIS]: () => (works ? page() : new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" })) });
    await screen.findByText("How well runs went could not be loaded.");
    await screen.findByRole("img", { name: "Most was used on Mar 2: $0.50." });
    works = true;
    fireEvent.click(within(screen.getByRole("region", { name: /^How well/ })).getByRole("button", { name: "Try again" }));
    await screen.findByText("4 runs. 3 were to change something, 2 of them were kept.");
  });
});

describe("the usage of a tenant", () => {
  it("says what is left, and which builds are at work", async () => {
    const days = ["2026-03-01", "2026-03-02"].map((day, at) => ({ day, spent_usd: at * 3, tokens: 0 }));
    const apps = [{ ...usagePage("day").totals, app_id: "app_1", name: "Rosa", slug: "rosa" }];
    const onApp = vi.fn();
    await show(<TenantUsagePage onApp={onApp} />, {
      [TENANT]: () => TENANT_USAGE,
      "GET /admin/usage/days": () => ({ since: "2026-03-01", until: "2026-03-02", items: days, spent_usd: 3 }),
      "GET /admin/usage/apps": () => ({ since: "2026-03-01", until: "2026-03-02", items: apps, next_cursor: null }),
    });
    await screen.findByText("1 of 4 builds at once are running, 2 wait.");
    await screen.findByRole("img", { name: "Most was used on Mar 2: $3.00." });
    fireEvent.click(await screen.findByRole("button", { name: "Rosa" }));
    expect(onApp).toHaveBeenCalledWith("app_1");
  });

  it("offers to try again", async () => {
    let works = false;
    await show(<TenantUsagePage onApp={vi.fn()} />, { [TENANT]: () => (works ? TENANT_USAGE : new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" })) });
    await screen.findByText("The budgets could not be loaded.");
    works = true;
    fireEvent.click(within(screen.getByRole("region", { name: "Budgets" })).getByRole("button", { name: "Try again" }));
    await screen.findByText("$15.00 left");
  });
});
