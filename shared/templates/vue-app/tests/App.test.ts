import { cleanup, fireEvent, render, screen, within } from "@testing-library/vue";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMemoryHistory } from "vue-router";
import App from "../src/App.vue";
import { navigation } from "../src/content";
import { appRouter } from "../src/router";
import { projects, sampleProjects } from "../src/sample/projects";

async function open(path: string) {
  const router = appRouter(createMemoryHistory());
  await router.push(path);
  render(App, { global: { plugins: [router] } });
}
const rows = () => screen.queryAllByRole("row").slice(1);

beforeEach(() => projects.set(sampleProjects()));
afterEach(cleanup);

test("every link of the navigation leads to a page", async () => {
  await open("/");
  for (const { label } of navigation) {
    await fireEvent.click(within(screen.getByRole("navigation")).getByRole("link", { name: label }));
    expect(await screen.findByRole("heading", { level: 1, name: label })).toBeTruthy();
  }
});

test("an unknown address says so", async () => {
  await open("/nowhere");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Page not found");
});

test("the address filters the list", async () => {
  await open("/projects?find=library");
  expect(rows()).toHaveLength(1);
});

test("a project is checked, added, deleted and brought back", async () => {
  await open("/projects");
  await fireEvent.click(screen.getByRole("button", { name: "Add project" }));
  const dialog = within(screen.getByRole("dialog"));
  await fireEvent.click(dialog.getByRole("button", { name: "Add project" }));
  expect(dialog.getByText("Give the project a name.")).toBeTruthy();

  await fireEvent.update(dialog.getByLabelText("Name"), "Posters");
  await fireEvent.update(dialog.getByLabelText("Client"), "Zoo");
  await fireEvent.click(dialog.getByRole("button", { name: "Add project" }));
  expect(rows()).toHaveLength(6);

  await fireEvent.click(screen.getByRole("button", { name: "Delete Posters" }));
  expect(rows()).toHaveLength(5);
  await fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(rows()[0]!.textContent).toContain("Posters");
});
