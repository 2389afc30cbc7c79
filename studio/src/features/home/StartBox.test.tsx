import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { StartBox } from "@/features/home/StartBox";
import { blueprint, JOB, MODELS, PRICED } from "@/testing/planning";
import { Refusal, show } from "@/testing/show";

const box = () => screen.getByLabelText<HTMLTextAreaElement>("Describe your app");
const wish = async (words: string) => {
  fireEvent.change(box(), { target: { value: words } });
  fireEvent.keyDown(box(), { key: "Enter" });
};
const TEMPLATES = [
  { key: "react", kind: "site", title: "React", lines: ["current", "classic"] },
  { key: "vue-app", kind: "app", title: "Vue app", lines: ["current", "classic"] },
  { key: "svelte-app", kind: "app", title: "Svelte app", lines: ["current"] },
];
const CLASSIC = { line: "classic", framework: "react", set: "classic", new_apps: true, packages: 1, versions: [{ name: "react", version: "18.3.1", major: 18 }] };
const answers = { "GET /admin/catalog/lines": () => ({ items: [CLASSIC], next_cursor: null }), "GET /admin/templates": () => ({ items: TEMPLATES, next_cursor: null }), "POST /admin/apps": () => ({ id: "app_1" }) };

it("a wish that is built is gone from the box, also for a tab that is opened later", async () => {
  await show(<StartBox />, { ...answers, "POST /projects/app_1/runs": () => ({ run_id: "run_1" }) });
  await wish("A page for my salon");
  await waitFor(() => expect(box().value).toBe(""));
  expect(Object.values(localStorage)).toEqual([]);
});

it("one that could not be built stays", async () => {
  await show(<StartBox />, { ...answers, "POST /projects/app_1/runs": () => new Refusal(429, { code: "BUDGET_EXCEEDED", detail: "Spent." }) });
  await wish("A page for my salon");
  expect((await screen.findByRole("alert")).textContent).toContain("Spent.");
  expect(box().value).toBe("A page for my salon");
});

it("a template is looked at and taken; the app starts from it", async () => {
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  const asked = await show(<StartBox />, { ...answers, "POST /projects/app_1/runs": () => ({ run_id: "run_1" }) });
  fireEvent.click(screen.getByRole("button", { name: "See the templates" }));
  expect((await screen.findAllByRole("heading", { level: 3, hidden: true })).map((one) => one.textContent)).toEqual(["A page", "An app"]);
  fireEvent.click(await screen.findByRole("button", { name: "Vue app", hidden: true }));
  expect(screen.queryByText("What an app may start from")).toBeNull();
  expect(screen.getByLabelText<HTMLSelectElement>("Start from").value).toBe("vue-app");
  await wish("A list of my guests");
  await waitFor(() => expect(asked.find(({ route }) => route === "POST /admin/apps")?.body).toMatchObject({ template: "vue-app" }));
});

it("an app may begin with older packages, from a template that is made for them", async () => {
  const asked = await show(<StartBox />, { ...answers, "POST /projects/app_1/runs": () => ({ run_id: "run_1" }) });
  fireEvent.click(screen.getByRole("button", { name: "See the templates" }));
  fireEvent.click(await screen.findByLabelText(/^Made of older packages \(React 18\)/));
  expect(screen.queryByRole("button", { name: "Svelte app", hidden: true })).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "React", hidden: true }));
  expect(screen.getByLabelText<HTMLSelectElement>("Start from").selectedOptions[0]?.text).toBe("React · classic");
  await wish("A page for my salon");
  await waitFor(() => expect(asked.find(({ route }) => route === "POST /admin/apps")?.body).toMatchObject({ template: "react", line: "classic" }));
});

const LONG = `# Speiche Workshop\n\n${"Each repair has a number. ".repeat(60)}`;
const planned = {
  ...answers,
  ...MODELS,
  "POST /projects/app_1/docs/text": () => ({ id: "doc_1", project_id: "app_1" }),
  "POST /projects/app_1/blueprints": () => blueprint(),
  "POST /blueprints/bp_1/generate_plan": () => JOB,
};

it("a text as long as a specification becomes a plan with one press, within a cap that stands beside what it may cost; nothing is built", async () => {
  const asked = await show(<StartBox />, planned);
  fireEvent.change(box(), { target: { value: "A page" } });
  expect(screen.queryByRole("button", { name: "Make a plan of it" })).toBeNull();
  fireEvent.change(box(), { target: { value: LONG } });
  expect(await screen.findByText("It costs about $0.02, and stops at $1.00.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Change the limit" }));
  fireEvent.change(screen.getByLabelText("It stops at (dollars)"), { target: { value: "2" } });
  fireEvent.click(screen.getByRole("button", { name: "Make a plan of it" }));
  await waitFor(() => expect(box().value).toBe(""));
  expect(asked.filter(({ route }) => route.startsWith("POST")).map(({ route, body }) => [route, body])).toMatchObject([
    ["POST /admin/apps", { name: "Speiche Workshop", template: null }],
    ["POST /projects/app_1/docs/text", { title: "Speiche Workshop", text: LONG.trim() }],
    ["POST /projects/app_1/blueprints", { document_id: "doc_1", mark_active: true }],
    ["POST /blueprints/bp_1/generate_plan", { max_dollars: 2 }],
  ]);
});

it.each([
  [{ price: null }, "What it costs is not known", 10],
  [{ price: { input: 0, output: 0, cached_input: 0 } }, "The model that answers here costs nothing.", 1],
])("says so where the model has no price, or costs nothing (%s)", async (more, said, most) => {
  const asked = await show(<StartBox />, { ...planned, "GET /admin/models": () => ({ items: [{ ...PRICED, ...more }] }) });
  fireEvent.change(box(), { target: { value: LONG } });
  expect(await screen.findByText(new RegExp(said))).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Make a plan of it" }));
  await waitFor(() => expect(asked.find(({ route }) => route.endsWith("generate_plan"))?.body).toMatchObject({ max_dollars: most }));
});

it("a long text is not built by Enter, stays when no plan could be made of it, and the second try goes on with the same app", async () => {
  let refuse = true;
  const asked = await show(<StartBox />, { ...planned, "POST /projects/app_1/docs/text": () => (refuse ? new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "Away." }) : { id: "doc_1", project_id: "app_1" }) });
  await wish(LONG);
  fireEvent.click(await screen.findByRole("button", { name: "Make a plan of it" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Your text is still here. Away.");
  expect(box().value).toBe(LONG);
  refuse = false;
  fireEvent.click(screen.getByRole("button", { name: "Make a plan of it" }));
  await waitFor(() => expect(box().value).toBe(""));
  expect(asked.filter(({ route }) => route === "POST /admin/apps")).toHaveLength(1);
  expect(asked.some(({ route }) => route.includes("/runs"))).toBe(false);
});

it("the words of a file are taken by button or dropped on the box; one whose words cannot be taken is refused with the reason", async () => {
  await show(<StartBox />, answers);
  const file = (bytes: Uint8Array, size = bytes.length) => Object.defineProperty(Object.assign(new File([], "spec.md"), { arrayBuffer: async () => bytes.buffer }), "size", { value: size });
  const picker = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!picker) throw new Error("no picker");
  fireEvent.change(picker, { target: { files: [file(new TextEncoder().encode("A page for my salon"))] } });
  await waitFor(() => expect(box().value).toBe("A page for my salon"));
  fireEvent.drop(box(), { dataTransfer: { files: [file(new Uint8Array([0xff, 0xfe, 0]))] } });
  expect((await screen.findByRole("alert")).textContent).toContain('"spec.md" is not text');
  fireEvent.change(box(), { target: { value: "A page" } });
  expect(screen.queryByRole("alert")).toBeNull();
  for (const [taken, why] of [[file(new Uint8Array()), "is empty"], [file(new Uint8Array(), 6 * 1024 * 1024), "more than 5 MB"], [Object.assign(file(new Uint8Array([65])), { arrayBuffer: () => Promise.reject(new Error("gone")) }), "could not be read"]] as const) {
    fireEvent.change(picker, { target: { files: [taken] } });
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(why));
  }
  expect(box().value).toBe("A page");
});
