import { screen } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { app } from "../src/app";
import { hero, hours, navigation } from "../src/content";
import { html } from "../src/html";

beforeEach(() => {
  document.body.innerHTML = app().text;
});

test("shows the headline and every day", () => {
  expect(screen.getByRole("heading", { level: 1 }).textContent?.trim()).toBe(hero.title);
  expect(screen.getAllByRole("row")).toHaveLength(hours.length);
});

test("every link of the navigation leads to a section of the page", () => {
  for (const { href } of navigation) {
    expect(document.querySelector(href), `nothing on the page has the id ${href}`).not.toBeNull();
  }
});

test("text cannot smuggle markup into the page", () => {
  expect(html`<p title="${'"'}">${"<script>"}</p>`.text).toBe('<p title="&quot;">&lt;script&gt;</p>');
});
