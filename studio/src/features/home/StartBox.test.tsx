import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { StartBox } from "@/features/home/StartBox";
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
const answers = { "GET /admin/templates": () => ({ items: TEMPLATES, next_cursor: null }), "POST /admin/apps": () => ({ id: "app_1" }) };

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
  fireEvent.click(await screen.findByLabelText(/^Made of older packages/));
  expect(screen.queryByRole("button", { name: "Svelte app", hidden: true })).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "React", hidden: true }));
  expect(screen.getByLabelText<HTMLSelectElement>("Start from").selectedOptions[0]?.text).toBe("React · classic");
  await wish("A page for my salon");
  await waitFor(() => expect(asked.find(({ route }) => route === "POST /admin/apps")?.body).toMatchObject({ template: "react", line: "classic" }));
});

it("a text as long as a specification may become a plan first: the app is made, nothing is built, the text waits where plans begin", async () => {
  const asked = await show(<StartBox />, answers);
  fireEvent.change(box(), { target: { value: "A page" } });
  expect(screen.queryByRole("button", { name: "Make a plan of it" })).toBeNull();
  const text = `# Speiche Workshop\n\n${"Each repair has a number. ".repeat(60)}`;
  fireEvent.change(box(), { target: { value: text } });
  fireEvent.click(await screen.findByRole("button", { name: "Make a plan of it" }));
  await waitFor(() => expect(box().value).toBe(""));
  expect(asked.find(({ route }) => route === "POST /admin/apps")?.body).toMatchObject({ name: "Speiche Workshop", template: null });
  expect(asked.some(({ route }) => route.includes("/runs"))).toBe(false);
  expect(localStorage.getItem("chatbuilder.draft.blueprint.app_1")).toContain("Each repair has a number.");
});
