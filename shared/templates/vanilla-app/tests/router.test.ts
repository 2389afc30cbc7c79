import { expect, test } from "vitest";
import { findPage, followLink, navigate, paramsOf, place } from "../src/lib/router";

const routes = { "/": "home", "/items/:id": "item" };

test("finds a page and what its address names", () => {
  expect([findPage(routes, "/"), findPage(routes, "/items/1")]).toEqual(["home", "item"]);
  expect(paramsOf("/items/:id", "/items/a%20b")).toEqual({ id: "a b" });
  expect(paramsOf("/items/:id", "/items/%")).toEqual({ id: "%" });
});

test.each(["/items", "/items/", "/items/1/more", "/else"])("finds nothing at %s", (path) => {
  expect(findPage(routes, path)).toBeUndefined();
});

test("knows where it is, with and without a slash at the end", () => {
  navigate("/items/1/?sort=up");
  expect([place.get().path, place.get().query.get("sort")]).toEqual(["/items/1", "up"]);
});

test("follows plain clicks on its own links only", () => {
  navigate("/");
  document.body.innerHTML = `<a id="own" href="/items/2"><b>2</b></a><a id="far" href="//far.invalid/">far</a>`;
  const click = (id: string, init: MouseEventInit = {}) => {
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
    document.addEventListener("click", followLink, { once: true });
    document.addEventListener("click", (late) => late.preventDefault(), { once: true });
    (document.querySelector(`#${id} b`) ?? document.getElementById(id)!).dispatchEvent(event);
    return place.get().path;
  };

  expect(click("own", { ctrlKey: true })).toBe("/");
  expect(click("far")).toBe("/");
  expect(click("own")).toBe("/items/2");
});
