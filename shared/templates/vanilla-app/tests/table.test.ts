import { screen } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { html } from "../src/html";
import { table } from "../src/ui/table";

const sizes = table<number>({
  caption: "Sizes",
  columns: [{ label: "Size", cell: String, sortBy: (size) => size }],
  empty: () => html`<p>None</p>`,
});
const cells = () => screen.getAllByRole("cell").map((cell) => cell.textContent);

beforeEach(() => document.body.replaceChildren(sizes.element));

test("sorts by a column, up and then down, and says so", () => {
  sizes.show([2, 10, 1]);
  const sort = screen.getByRole("button", { name: "Size" });
  sort.click();
  expect(cells()).toEqual(["1", "2", "10"]);
  expect(screen.getByRole("columnheader").getAttribute("aria-sort")).toBe("ascending");

  sort.click();
  expect(cells()).toEqual(["10", "2", "1"]);
  expect(screen.getByRole("columnheader").getAttribute("aria-sort")).toBe("descending");
});

test("shows something else when it is empty", () => {
  sizes.show([]);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("None")).toBeTruthy();
});
