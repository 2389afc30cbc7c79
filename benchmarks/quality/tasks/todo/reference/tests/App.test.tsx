import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import App from "../src/App";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test("a task that is added stands in the list", () => {
  render(<App />);
  fireEvent.change(screen.getByLabelText("New task"), { target: { value: "Buy milk" } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(screen.getByTestId("tasks").textContent).toContain("Buy milk");
  expect(screen.getByTestId("left").textContent).toContain("1");
});
