import { cleanup, render, screen } from "@testing-library/vue";
import { afterEach, expect, test } from "vitest";
import App from "../src/App.vue";

afterEach(cleanup);

test("every recipe has a card", () => {
  render(App);
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
});
