import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import App from "../src/App";

afterEach(cleanup);

test("the first page shows five people, a search fewer", () => {
  render(<App />);
  expect(screen.getAllByRole("row")).toHaveLength(6);
  fireEvent.change(screen.getByLabelText("Search"), { target: { value: "lyon" } });
  expect(screen.getByTestId("range").textContent).toBe("Showing 1-1 of 1");
});
