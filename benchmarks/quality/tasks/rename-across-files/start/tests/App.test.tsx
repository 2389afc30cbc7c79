import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import App from "../src/App";
import { customers } from "../src/customers";

afterEach(cleanup);

test("every customer has a card", () => {
  render(<App />);
  expect(screen.getAllByRole("listitem")).toHaveLength(customers.length);
});
