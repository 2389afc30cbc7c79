import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import Table, { type Column } from "../src/ui/Table";

const columns: Column<number>[] = [{ label: "Size", cell: (size) => size, sortBy: (size) => size }];
const show = (rows: number[]) =>
  render(<Table caption="Sizes" columns={columns} empty={<p>None</p>} rowKey={String} rows={rows} />);
const cells = () => screen.getAllByRole("cell").map((cell) => cell.textContent);

afterEach(cleanup);

test("sorts by a column, up and then down, and says so", () => {
  show([2, 10, 1]);
  const sort = screen.getByRole("button", { name: "Size" });
  fireEvent.click(sort);
  expect(cells()).toEqual(["1", "2", "10"]);
  expect(screen.getByRole("columnheader").getAttribute("aria-sort")).toBe("ascending");

  fireEvent.click(sort);
  expect(cells()).toEqual(["10", "2", "1"]);
  expect(screen.getByRole("columnheader").getAttribute("aria-sort")).toBe("descending");
});

test("shows something else when it is empty", () => {
  show([]);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("None")).toBeTruthy();
});
