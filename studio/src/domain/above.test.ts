import { expect, it } from "vitest";
import { above, fileAt } from "@/domain/above";

it.each([
  ["/", "/"],
  ["/a", "/"],
  ["/a/", "/"],
  ["/a/b/?c=/d#/e", "/a"],
  ["/about.html#top", "/"],
])("above %s is %s", (path, up) => {
  expect(above(path)).toBe(up);
});

it.each([
  ["/", null],
  ["/a/b?c.d", null],
  ["/a/about.html?x", "a/about.html"],
])("%s names the file %s", (path, file) => {
  expect(fileAt(path)).toBe(file);
});
