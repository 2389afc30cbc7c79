import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import App from "../src/App.svelte";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test("a note is saved", async () => {
  render(App);
  await fireEvent.input(screen.getByLabelText("Title"), { target: { value: "Tea" } });
  await fireEvent.click(screen.getByRole("button", { name: "Save note" }));
  expect(screen.getByTestId("notes").textContent).toContain("Tea");
});
