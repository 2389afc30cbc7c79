import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import App from "../src/App.svelte";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test("the tasks of the first visit are there", () => {
  render(App);
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
});
