import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import App from "../src/App";

afterEach(cleanup);

test("a plant shows its light", () => {
  render(<App />);
  fireEvent.click(screen.getByRole("button", { name: "Fern" }));
  expect(screen.getByRole("region", { name: "Details" }).textContent).toContain("Shade");
});
