import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import App from "../src/App";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test("what is added stands in the cart", () => {
  render(<App />);
  fireEvent.click(screen.getByRole("button", { name: "Add Bowl" }));
  expect(screen.getByLabelText("Number of Bowl").textContent).toBe("1");
});
