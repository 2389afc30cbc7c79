import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import App from "../src/App";

afterEach(cleanup);

test("every entry is shown", () => {
  render(<App />);
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
});
