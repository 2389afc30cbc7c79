import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import App from "../src/App";

afterEach(cleanup);

test("there is a field to write in", () => {
  render(<App />);
  expect(screen.getByLabelText("Your text")).toBeTruthy();
});
