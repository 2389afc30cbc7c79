import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, expect, test } from "vitest";
import Table from "../src/ui/Table.svelte";

type Row = { id: string; size: number };

const text = (show: () => string | number) => ({ render: () => `<span>${show()}</span>` });
const cell = createRawSnippet<[Row]>((row) => text(() => row().size));
const empty = createRawSnippet(() => text(() => "None"));
const columns = [{ label: "Size", cell, sortBy: (row: Row) => row.size }];
const show = (sizes: number[]) =>
  render(Table<Row>, { caption: "Sizes", columns, empty, rows: sizes.map((size) => ({ id: String(size), size })) });
const cells = () => screen.getAllByRole("cell").map((each) => each.textContent);

afterEach(cleanup);

test("sorts by a column, up and then down, and says so", async () => {
  show([2, 10, 1]);
  const sort = screen.getByRole("button", { name: "Size" });
  await fireEvent.click(sort);
  expect(cells()).toEqual(["1", "2", "10"]);
  expect(screen.getByRole("columnheader").getAttribute("aria-sort")).toBe("ascending");

  await fireEvent.click(sort);
  expect(cells()).toEqual(["10", "2", "1"]);
  expect(screen.getByRole("columnheader").getAttribute("aria-sort")).toBe("descending");
});

test("shows something else when it is empty", () => {
  show([]);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("None")).toBeTruthy();
});
