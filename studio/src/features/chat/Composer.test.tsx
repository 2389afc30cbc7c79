import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Composer } from "@/features/chat/Composer";
import { addMention } from "@/run/mentions";
import { autopilot, managerPlan } from "@/testing/autopilot";
import { type Answers, Refusal, show } from "@/testing/show";

const SAID = "POST /projects/app_1/runs";
const QUEUE = "/admin/apps/app_1/builder/queue";

const workspace = (queued: string[] = []) => ({
  app: { id: "app_1", autonomy_mode: "off", review: "after", queued_run_ids: queued, settings: { models: { fast: "m-small" }, limits: {} } },
  draft: { id: "rev_1", build_status: "succeeded" },
  tree: [{ path: "src/App.tsx" }, { path: "src/content.ts" }],
  active_run: null,
  waiting_runs: [] as object[],
  pending_diffs: [],
});

const answers = (more: Answers = {}): Answers => ({
  "GET /admin/apps/app_1/builder/state": () => workspace(),
  "GET /admin/models": () => ({ items: [{ name: "m-big", is_default: true, images: false, price: { input: 5, output: 20 } }, { name: "m-small", is_default: false, images: true, price: null }] }),
  [SAID]: () => ({ run_id: "run_1" }),
  ...more,
});

const box = () => screen.findByLabelText<HTMLTextAreaElement>("Message");

function type(place: HTMLTextAreaElement, words: string) {
  fireEvent.change(place, { target: { value: words } });
  place.setSelectionRange(words.length, words.length);
  fireEvent.select(place);
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const READ = "POST /projects/app_1/intents";
const ORDER = "POST /projects/app_1/autopilot";
const start = { action: "start", phase_node_id: "node_p1", phase_title: "Phase 1", words: "Start Phase 1", tasks: 4, estimated_usd: 0.8, needs: [], needy_parts: [] };
const intent = (name: string, proposal: object | null = null) => ({ intent: name, confidence: 1, notes: "", why: null, proposal });
const planned = (more: Answers = {}) =>
  answers({
    "GET /admin/apps/app_1/builder/state": () => ({ ...workspace(), app: { ...workspace().app, active_blueprint_id: "bp_1" } }),
    "GET /projects/app_1/manager/plan": () => managerPlan({ autopilot: autopilot({ pill: "off", mode: "off" }) }),
    [READ]: (body) => ((body as { message: string }).message === "Start phase 1" ? intent("START_BUILD", start) : intent("QUESTION")),
    [ORDER]: () => autopilot(),
    ...more,
  });

describe("a plain order in the message box of an app with a plan", () => {
  const write = async (words: string, more: Answers = {}) => {
    const asked = await show(<Composer app="app_1" draft="app_1" where={{}} run={null} onSaid={() => undefined} />, planned(more));
    const place = await box();
    await screen.findByLabelText("What the message is for");
    type(place, words);
    fireEvent.keyDown(place, { key: "Enter" });
    return { place, sent: (route: string) => asked.filter((one) => one.route === route).map(({ body }) => body) };
  };

  it("is offered to the autopilot with its phase and price, and is neither sent nor begun before a person has chosen", async () => {
    const { place, sent } = await write("Start phase 1");
    const offer = await screen.findByRole("group", { name: "That is an order for the autopilot." });
    expect(offer.textContent).toContain("Phase 1: 4 tasks, about $0.80");
    expect([sent(READ), sent(SAID), sent(ORDER), place.value]).toEqual([[{ message: "Start phase 1", rules_only: true }], [], [], "Start phase 1"]);
    fireEvent.click(within(offer).getByRole("button", { name: "Start Phase 1 with the autopilot" }));
    await waitFor(() => expect(place.value).toBe(""));
    expect([sent(ORDER), sent(SAID), document.activeElement]).toEqual([[{ action: "start", phase_node_id: "node_p1", mode: "semi_auto" }], [], place]);
    expect(screen.queryByRole("group", { name: /order for the autopilot/ })).toBeNull();
  });

  it("goes to the coder when a person says so, and is forgotten with other words", async () => {
    const { place, sent } = await write("Start phase 1");
    await screen.findByRole("group", { name: /order for the autopilot/ });
    type(place, "Start phase 1 with blue");
    expect(screen.queryByRole("group", { name: /order for the autopilot/ })).toBeNull();
    type(place, "Start phase 1");
    fireEvent.click(await screen.findByRole("button", { name: "Send it as a message instead" }));
    await waitFor(() => expect(place.value).toBe(""));
    expect([sent(ORDER), sent(SAID).length]).toEqual([[], 1]);
  });

  it("is offered too where the box still stands on a question", async () => {
    const asked = await show(<Composer app="app_1" draft="app_1" where={{}} run={null} onSaid={() => undefined} />, planned({}));
    const place = await box();
    fireEvent.change(await screen.findByLabelText("What the message is for"), { target: { value: "ask" } });
    type(place, "Start phase 1");
    fireEvent.keyDown(place, { key: "Enter" });
    await screen.findByRole("group", { name: "That is an order for the autopilot." });
    expect(asked.filter(({ route }) => route === SAID)).toEqual([]);
  });

  it("is not begun where nothing is left of the phase", async () => {
    const { sent } = await write("Start phase 1", { [READ]: () => intent("START_BUILD", { ...start, tasks: 0, estimated_usd: 0, needs: [], needy_parts: [] }) });
    const offer = await screen.findByRole("group", { name: /order for the autopilot/ });
    expect(offer.textContent).toContain("Phase 1 has no task to start");
    expect(within(offer).getAllByRole("button").map((one) => one.textContent)).toEqual(["Open the autopilot", "Send it as a message instead"]);
    expect(sent(ORDER)).toEqual([]);
  });

  it.each([
    ["any other message", "Make it blue", {}],
    ["a word that the autopilot at rest is not meant by", "stop", { [READ]: () => intent("PAUSE_AUTOPILOT", { ...start, action: "pause", phase_title: null }) }],
    ["an order that cannot be read now", "Start phase 1", { [READ]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE" }) }],
  ])("%s goes to the coder at once", async (_, words, more) => {
    const { place, sent } = await write(words, more as Answers);
    await waitFor(() => expect(place.value).toBe(""));
    expect(sent(SAID).length).toBe(1);
  });

  it("asks for nothing where there is no plan, nor for a question or a long message", async () => {
    const asked = await show(<Composer app="app_1" draft="app_1" where={{}} run={null} onSaid={() => undefined} />, answers());
    const place = await box();
    await screen.findByLabelText("What the message is for");
    type(place, "Start phase 1");
    fireEvent.keyDown(place, { key: "Enter" });
    await waitFor(() => expect(place.value).toBe(""));
    expect(asked.filter(({ route }) => route === READ || route.startsWith("GET /projects"))).toEqual([]);
    cleanup();
    const { sent } = await write(`Start phase 1 ${"a".repeat(200)}`);
    await waitFor(() => expect(sent(SAID).length).toBe(1));
    expect(sent(READ)).toEqual([]);
  });
});

describe("the composer", () => {
  it("says what a message is for, what it may cost and what it mentions", async () => {
    addMention("app_1", { label: "h1 in Hero", detail: "src/Hero.tsx, line 3" });
    const asked = await show(<Composer app="app_1" draft="app_1" where={{}} run={null} onSaid={() => undefined} />, answers());
    const place = await box();
    fireEvent.change(await screen.findByLabelText("What the message is for"), { target: { value: "ask" } });
    fireEvent.click(screen.getByRole("button", { name: "Model, autonomy and budget" }));
    fireEvent.change(await screen.findByLabelText("Model"), { target: { value: "fast" } });
    fireEvent.change(screen.getByLabelText("Budget of a message"), { target: { value: "0,5" } });
    expect(place.placeholder).toBe("What do you want to know?");
    type(place, "Where is it? See @src/content.ts.");
    fireEvent.keyDown(place, { key: "Enter", isComposing: true });
    expect(asked.filter(({ route }) => route === SAID)).toEqual([]);
    fireEvent.keyDown(place, { key: "Enter" });
    await waitFor(() => expect(place.value).toBe(""));
    const message = "Where is it? See @src/content.ts.\n\n### h1 in Hero\nsrc/Hero.tsx, line 3";
    expect(asked.find(({ route }) => route === SAID)?.body).toEqual({
      message, mentions: ["src/content.ts"], only: "answer", mode: "fast", budget: { dollars: 0.5 }, queue: true,
    });
    expect(screen.queryByText("h1 in Hero")).toBeNull();
  });

  it("carries the task that it was given, unless that is taken away", async () => {
    addMention("app_1", { label: "Task: Show the hours", detail: "", task: "task_1" });
    const asked = await show(<Composer app="app_1" draft="app_1" where={{}} run={null} onSaid={() => undefined} />, answers());
    const place = await box();
    type(place, "Do it");
    fireEvent.keyDown(place, { key: "Enter" });
    await waitFor(() => expect(asked.find(({ route }) => route === SAID)?.body).toEqual({ message: "Do it", mentions: [], queue: true, task_id: "task_1" }));
    await waitFor(() => expect(screen.queryByText("Task: Show the hours")).toBeNull());
    addMention("app_1", { label: "Task: Pay", detail: "", task: "task_2" });
    fireEvent.click(await screen.findByRole("button", { name: /Task: Pay/ }));
    type(place, "Something else");
    fireEvent.keyDown(place, { key: "Enter" });
    await waitFor(() => expect(asked.filter(({ route }) => route === SAID)[1]?.body).not.toHaveProperty("task_id"));
  });

  it("says that a message does not wait for a run that waits for a person", async () => {
    const asks = { id: "run_1", status: "awaiting_approval", conversation_id: "conv_1", turn_id: "turn_1" };
    await show(<Composer app="app_1" draft="app_1" where={{ conversation_id: "conv_1" }} run={null} onSaid={() => undefined} />, answers({ "GET /admin/apps/app_1/builder/state": () => ({ ...workspace(), waiting_runs: [asks] }) }));
    expect(await screen.findByText(/begins at once, on the app as it is/)).toBeTruthy();
  });

  it("keeps everything that was not sent, and says why", async () => {
    addMention("app_1", { label: "h1", detail: "x" });
    const refusal = { code: "BUDGET_EXCEEDED", detail: "No room today.", status: 429 };
    await show(<Composer app="app_1" draft="app_1" where={{}} run={null} onSaid={() => undefined} />, answers({ [SAID]: () => new Refusal(429, refusal) }));
    const place = await box();
    type(place, "Go");
    fireEvent.keyDown(place, { key: "Enter" });
    expect((await screen.findByRole("alert")).textContent).toContain("No room today.");
    expect(place.value).toBe("Go");
    expect(screen.getByText("h1")).toBeTruthy();
  });

  it("offers the files of the draft by keyboard, and leaves Enter to an input method", async () => {
    await show(<Composer app="app_1" draft="app_1" where={{}} run={null} onSaid={() => undefined} />, answers());
    const place = await box();
    await screen.findByLabelText("What the message is for");
    type(place, "See @");
    const options = await screen.findAllByRole("option", { name: /src/ });
    expect(place.getAttribute("aria-activedescendant")).toBe(options[0]?.id);
    fireEvent.keyDown(place, { key: "ArrowDown" });
    expect(place.getAttribute("aria-activedescendant")).toBe(options[1]?.id);
    fireEvent.keyDown(place, { key: "Enter", isComposing: true });
    expect(place.value).toBe("See @");
    fireEvent.keyDown(place, { key: "Tab" });
    expect(place.value).toBe(`See @${options[1]?.textContent?.includes("content") ? "src/content.ts" : "src/App.tsx"} `);
    expect(place.hasAttribute("aria-activedescendant")).toBe(false);
    type(place, "See @A");
    fireEvent.keyDown(place, { key: "Escape" });
    expect(screen.queryAllByRole("option", { name: /src/ })).toEqual([]);
  });

  it("shows what waits, and says so when a message began before it could be changed", async () => {
    const waits = [{ id: "run_1", message: "One" }, { id: "run_9", message: "A task of the plan", started_by: "manager" }, { id: "run_2", message: "Two" }];
    const began = new Refusal(409, { code: "NOT_WAITING", detail: "It began.", status: 409 });
    const asked = await show(
      <Composer app="app_1" draft="app_1" where={{}} run="run_0" onSaid={() => undefined} />,
      answers({
        "GET /admin/apps/app_1/builder/state": () => workspace(["run_1", "run_2"]),
        [`GET ${QUEUE}`]: () => ({ items: waits }),
        [`PATCH ${QUEUE}/run_2`]: () => ({ items: waits.toReversed() }),
        [`DELETE ${QUEUE}/run_1`]: () => began,
      }),
    );
    const region = await screen.findByRole("region", { name: "Messages that wait" });
    expect(region.textContent).not.toContain("A task of the plan");
    const second = await screen.findByRole("group", { name: "Message 2 of 2" });
    fireEvent.click(within(second).getByRole("button", { name: "Later" }));
    fireEvent.click(within(second).getByRole("button", { name: "Earlier" }));
    await waitFor(() => expect(region.textContent).toContain("Moved to 1 of 2."));
    expect(asked.filter(({ route }) => route.startsWith("PATCH")).map(({ body }) => body)).toEqual([{ place: 1 }]);
    fireEvent.click(within(screen.getByRole("group", { name: "Message 1 of 2" })).getByRole("button", { name: "Drop it" }));
    await waitFor(() => expect(region.textContent).toContain("began meanwhile"));
  });

  it("uploads what is attached, says what a model cannot see, and sends what each is for", async () => {
    const uploads = vi.fn(() => Promise.resolve(new Response(null, { status: 204 })));
    vi.stubGlobal("fetch", uploads);
    let count = 0;
    const asked = await show(
      <Composer app="app_1" draft="app_1" where={{}} run={null} onSaid={() => undefined} />,
      answers({ "POST /admin/uploads": () => ({ upload_id: `upl_${++count}`, url: "http://storage/b", fields: { key: "k" }, max_bytes: 9, expires_in: 9 }) }),
    );
    const place = await box();
    const files = [new File(["x"], "logo.png", { type: "image/png" }), new File(["zip"], "a.zip", { type: "application/zip" })];
    fireEvent.paste(place, { clipboardData: { files, getData: () => "" } });
    expect(await screen.findByText(/a.zip was not attached/)).toBeTruthy();
    expect(await screen.findByText(/cannot look at pictures/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText("What becomes of logo.png"), { target: { value: "app" } });
    type(place, "Use it");
    await waitFor(() => expect(screen.getByRole("button", { name: "Send" }).getAttribute("aria-disabled")).toBe("false"));
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(place.value).toBe(""));
    expect(uploads).toHaveBeenCalledTimes(1);
    expect(asked.find(({ route }) => route === SAID)?.body).toMatchObject({ attachments: [{ upload_id: "upl_1", name: "logo.png", use: "app" }] });
    expect(screen.queryByRole("list", { name: "Attachments" })).toBeNull();
  });

  it("offers to make a long paste a file, and does it only when told", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status: 204 })));
    await show(
      <Composer app="app_1" draft="app_1" where={{}} run={null} onSaid={() => undefined} />,
      answers({ "POST /admin/uploads": () => ({ upload_id: "upl_1", url: "http://storage/b", fields: { key: "k" }, max_bytes: 9, expires_in: 9 }) }),
    );
    const place = await box();
    const long = "All our prices. ".repeat(400);
    const paste = () => {
      fireEvent.paste(place, { clipboardData: { files: [], getData: () => long } });
      type(place, `Use these: ${long}`);
    };
    paste();
    fireEvent.click(await screen.findByRole("button", { name: "Keep it here" }));
    expect([screen.queryByRole("list", { name: "Attachments" }), place.value.includes(long)]).toEqual([null, true]);
    paste();
    fireEvent.click(await screen.findByRole("button", { name: "Make it an attachment" }));
    expect(await screen.findByText("pasted.txt")).toBeTruthy();
    expect(place.value.trim()).toBe("Use these:");
  });

  it("stops the run at work, and the one after it, too", async () => {
    function Next() {
      const [run, setRun] = useState("run_1");
      return (
        <>
          <button onClick={() => setRun("run_2")}>next</button>
          <Composer app="app_1" draft="app_1" where={{}} run={run} onSaid={() => undefined} />
        </>
      );
    }
    const cancel = (run: string) => `POST /admin/apps/app_1/builder/chat/${run}/cancel`;
    const asked = await show(<Next />, answers({ [cancel("run_1")]: () => ({ status: "running" }), [cancel("run_2")]: () => ({ status: "running" }) }));
    fireEvent.click(await screen.findByRole("button", { name: "Stop" }));
    await screen.findByRole("button", { name: "Stopping ..." });
    fireEvent.click(screen.getByRole("button", { name: "next" }));
    fireEvent.click(await screen.findByRole("button", { name: "Stop" }));
    await waitFor(() => expect(asked.some(({ route }) => route === cancel("run_2"))).toBe(true));
  });
});
