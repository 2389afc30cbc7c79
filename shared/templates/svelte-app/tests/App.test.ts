import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import App from "../src/App.svelte";
import { navigation } from "../src/content";
import { navigate } from "../src/lib/router";
import { projects, sampleProjects } from "../src/sample/projects";

function open(path: string) {
  navigate(path);
  render(App);
}
const headline = () => screen.getByRole("heading", { level: 1 }).textContent;
const rows = () => screen.queryAllByRole("row").slice(1);

beforeEach(() => projects.set(sampleProjects()));
afterEach(cleanup);

test("every link of the navigation leads to a page", async () => {
  open("/");
  for (const { label } of navigation) {
    await fireEvent.click(within(screen.getByRole("navigation")).getByRole("link", { name: label }));
    expect(headline()).toBe(label);
  }
});

test("an unknown address says so", () => {
  open("/nowhere");
  expect(headline()).toBe("Page not found");
});

test("the address filters the list", () => {
  open("/projects?find=library");
  expect(rows()).toHaveLength(1);
});

test("a project is checked, added, deleted and brought back", async () => {
  open("/projects");
  await fireEvent.click(screen.getByRole("button", { name: "Add project" }));
  const dialog = within(screen.getByRole("dialog"));
  await fireEvent.click(dialog.getByRole("button", { name: "Add project" }));
  expect(dialog.getByText("Give the project a name.")).toBeTruthy();

  await fireEvent.input(dialog.getByLabelText("Name"), { target: { value: "Posters" } });
  await fireEvent.input(dialog.getByLabelText("Client"), { target: { value: "Zoo" } });
  await fireEvent.click(dialog.getByRole("button", { name: "Add project" }));
  expect(rows()).toHaveLength(6);

  await fireEvent.click(screen.getByRole("button", { name: "Delete Posters" }));
  expect(rows()).toHaveLength(5);
  await fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(rows()[0]!.textContent).toContain("Posters");
});
