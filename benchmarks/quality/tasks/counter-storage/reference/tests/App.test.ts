import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import App from "../src/App.svelte";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test("a counter counts", async () => {
  render(App);
  await fireEvent.input(screen.getByLabelText("Name of the counter"), { target: { value: "Birds" } });
  await fireEvent.click(screen.getByRole("button", { name: "Add counter" }));
  await fireEvent.click(screen.getByRole("button", { name: "More Birds" }));
  expect(screen.getByTestId("total").textContent).toBe("1");
});
