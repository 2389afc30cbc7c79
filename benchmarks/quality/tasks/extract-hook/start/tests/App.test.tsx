import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import App from "../src/App";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test("a glass is counted and kept", () => {
  render(<App />);
  fireEvent.click(screen.getByRole("button", { name: "One more" }));
  expect(screen.getByTestId("glasses").textContent).toBe("1");
  expect(localStorage.getItem("desk.water")).toBe("1");
});
