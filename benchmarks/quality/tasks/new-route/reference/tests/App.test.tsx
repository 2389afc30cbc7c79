import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import App from "../src/App";
import { features, hero, navigation } from "../src/content";

afterEach(cleanup);

test("shows the headline and every feature", () => {
  render(<App />);

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(hero.title);
  const titles = within(document.getElementById("features")!).getAllByRole("heading", { level: 3 });
  expect(titles.map((title) => title.textContent)).toEqual(features.items.map((item) => item.title));
});

test("every link of the navigation leads to a section of the page", () => {
  render(<App />);

  for (const { href } of navigation.filter((link) => link.href.includes("#"))) {
    const id = href.slice(href.indexOf("#"));
    expect(document.querySelector(id), `nothing on the page has the id ${id}`).not.toBeNull();
  }
});
