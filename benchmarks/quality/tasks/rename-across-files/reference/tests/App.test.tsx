import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import App from "../src/App";
import { guests } from "../src/guests";

afterEach(cleanup);

test("every guest has a card", () => {
  render(<App />);
  expect(screen.getAllByRole("listitem")).toHaveLength(guests.length);
});
