import { expect, test, vi } from "vitest";
import { html } from "../src/html";

test("text cannot smuggle markup into the page", () => {
  expect(html`<p title="${'"'}">${"<script>"}</p>`.outerHTML).toBe('<p title="&quot;">&lt;script&gt;</p>');
});

test("elements, lists and nothing go in", () => {
  const items = ["a", "b"].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}${undefined}${false}<li>${3}</li></ul>`.textContent).toBe("ab3");
});

test("listeners listen, and attributes may be left out", () => {
  const click = vi.fn();
  const button = html`<button disabled=${false} hidden=${true} onclick=${click} title=${undefined}>Go</button>`;
  button.click();
  expect(click).toHaveBeenCalledOnce();
  expect(button.getAttributeNames()).toEqual(["hidden"]);
  expect(html`<p title="${"slot:0"}"></p>`.title).toBe("slot:0");
});
