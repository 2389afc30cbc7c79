import { screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import { app } from "../src/app";

test("every picture has its title", () => {
  document.body.innerHTML = app().text;
  expect(screen.getAllByRole("img")).toHaveLength(3);
});
