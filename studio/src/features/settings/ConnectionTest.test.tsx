import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Model } from "@/data/models";
import { ConnectionTest } from "@/features/settings/ConnectionTest";
import { type Answers, Refusal, show } from "@/testing/show";

const TEST = "POST /admin/models/test";
const LATEST = "GET /admin/models/test";
const MODELS = [
  { name: "gpt", is_default: true, price: { input: 2, cached_input: 1, output: 8 } },
  { name: "lily", is_default: false, price: null },
] as unknown as Model[];

const NAMES = ["plain", "tool_call", "two_calls", "picture"];
const probe = (name: string, over: object = {}) => ({ name, status: "waiting", outcome: null, server_message: null, advice: null, requests: 0, seconds: null, input_tokens: 0, output_tokens: 0, cost_usd: null, ...over });
const test = (over: object = {}) => ({ id: "test_1", model: "gpt", status: "queued", probes: NAMES.map((name) => probe(name)), form: null, learned: null, verdict: null, started_by: "ann", created_at: "2026-11-29T10:00:00Z", ended_at: null, ...over });
const works = (name: string, outcome: string) => probe(name, { status: "works", outcome, requests: 1, seconds: 1.25, input_tokens: 1200, output_tokens: 20, cost_usd: 0.0026 });
const FORM = { wire: "chat", profile: ["one_system_message", "strict_alternation", "one_call_at_a_time"], left_out: ["stream_options"] };
const DONE = test({
  status: "done",
  verdict: "ready",
  form: FORM,
  learned: { wire: "chat", profile: ["one_call_at_a_time"], left_out: [] },
  probes: [works("plain", "answered"), works("tool_call", "called"), works("two_calls", "called_and_split"), probe("picture", { status: "off", outcome: "not_sent", server_message: "image_url is not supported", requests: 1, seconds: 0.4 })],
});

const open = (answers: Answers = {}) => show(<ConnectionTest models={MODELS} />, { [LATEST]: () => ({ test: null }), ...answers });
const rows = () => screen.getAllByRole("listitem").map((row) => row.textContent);

describe("a test of the connection", () => {
  it("is started for the chosen model and followed row by row to its verdict", async () => {
    const steps = [test({ status: "running", form: FORM, probes: [works("plain", "answered"), probe("tool_call", { status: "running" }), probe("two_calls"), probe("picture")] }), DONE];
    let started = false;
    const asked = await open({ [TEST]: () => ((started = true), test()), [LATEST]: () => ({ test: started ? (steps.length > 1 ? steps.shift() : steps[0]) : null }) });
    await screen.findByText(/They cost at most about \$0\.08/);
    fireEvent.click(await screen.findByRole("button", { name: "Test connection" }));
    await screen.findByText("Testing: Tool call", {}, { timeout: 4000 });
    expect(screen.getByRole("button", { name: "Testing ..." }).getAttribute("aria-disabled")).toBe("true");
    await screen.findByText("This model can build apps.", {}, { timeout: 4000 });
    expect(asked.filter(({ route }) => route === TEST).map(({ body }) => body)).toEqual([{ model: "gpt" }]);
    expect(rows()[0]).toBe("Plain answer: works1.3 sec · 1,200 + 20 tokens · $0.0026The model answers.");
    expect(rows()[3]).toContain("Picture: not used");
    expect(rows()[3]).toContain("Pictures are not sent to this model.image_url is not supported");
    expect(screen.getByText(/one system message, strict alternation of user and assistant, one call at a time, without stream_options/)).toBeTruthy();
    expect(screen.getByText("Learned in this test:").parentElement?.textContent).toBe("Learned in this test: one call at a time");
  });

  it("says what does not work, in the server's words, and what to do", async () => {
    const refused = probe("plain", { status: "fails", outcome: "refused", advice: "check_key", server_message: "Incorrect API key provided: [redacted]", requests: 1, seconds: 0.2 });
    await open({ [LATEST]: () => ({ test: test({ status: "done", verdict: "unusable", probes: [refused, ...NAMES.slice(1).map((name) => probe(name, { status: "skipped", outcome: "not_tried" }))] }) }) });
    await screen.findByText("Incorrect API key provided: [redacted]");
    expect(screen.getByText("Check OPENAI_API_KEY and whether it may use this model.")).toBeTruthy();
    expect(screen.getByText("This model can't build apps yet.")).toBeTruthy();
    expect(rows().slice(1).every((row) => row?.includes("not tried"))).toBe(true);
  });

  it("asks about the model that is chosen, and names no cost without a price", async () => {
    const asked = await open({ [TEST]: () => test({ model: "lily" }) });
    fireEvent.change(await screen.findByLabelText("Model to test"), { target: { value: "lily" } });
    expect(screen.getByText(/Its tokens count/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Test connection" }));
    await waitFor(() => expect(asked.find(({ route }) => route === TEST)?.body).toEqual({ model: "lily" }));
  });

  it("says why it was not started, and shows the one that runs", async () => {
    let running = false;
    await open({
      [TEST]: () => ((running = true), new Refusal(409, { code: "CONNECTION_TEST_ACTIVE", detail: "A connection test of gpt is still running." })),
      [LATEST]: () => ({ test: running ? test({ status: "running" }) : null }),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Test connection" }));
    await screen.findByText("A connection test of gpt is still running.");
    await screen.findByText("Waiting for the test to start.");
  });

  it("that was lost says so and can be started again", async () => {
    await open({ [LATEST]: () => ({ test: test({ status: "lost" }) }) });
    await screen.findByText("The test ended early. Start it again.");
    expect(screen.getByRole("button", { name: "Test connection" }).getAttribute("aria-disabled")).toBe("false");
  });
});
