import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import App from "../src/App";

afterEach(cleanup);

test("the total is of what is shown", () => {
  render(<App />);
  expect(screen.getByTestId("total").textContent).toBe("106.40 €");
  fireEvent.click(screen.getByRole("button", { name: "Food" }));
  expect(screen.getByTestId("total").textContent).toBe("4.50 €");
});
