import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Link, MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import App from "../src/App";
import { navigation } from "../src/content";
import AppLayout from "../src/layout/AppLayout";
import { projects, sampleProjects } from "../src/sample/projects";

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <App />
    </MemoryRouter>,
  );
const headline = () => screen.getByRole("heading", { level: 1 }).textContent;
const rows = () => screen.queryAllByRole("row").slice(1);

beforeEach(() => projects.set(sampleProjects()));
afterEach(cleanup);

test("every link of the navigation leads to a page", () => {
  open("/");
  for (const { label } of navigation) {
    fireEvent.click(within(screen.getByRole("navigation")).getByRole("link", { name: label }));
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

test("who stands on something that stays is not moved by another address", () => {
  render(
    <MemoryRouter initialEntries={["/board/1"]}>
      <Routes>
        <Route element={<AppLayout />}>
          <Route element={<Link to="/board/2">Next</Link>} path="board/:id" />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  const link = screen.getByRole("link", { name: "Next" });
  link.focus();
  fireEvent.click(link);
  expect(document.activeElement).toBe(link);
});

test("a project is checked, added, deleted and brought back", () => {
  open("/projects");
  fireEvent.click(screen.getByRole("button", { name: "Add project" }));
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Add project" }));
  expect(dialog.getByText("Give the project a name.")).toBeTruthy();

  fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "Posters" } });
  fireEvent.change(dialog.getByLabelText("Client"), { target: { value: "Zoo" } });
  fireEvent.click(dialog.getByRole("button", { name: "Add project" }));
  expect(rows()).toHaveLength(6);

  fireEvent.click(screen.getByRole("button", { name: "Delete Posters" }));
  expect(rows()).toHaveLength(5);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(rows()[0]!.textContent).toContain("Posters");
});
