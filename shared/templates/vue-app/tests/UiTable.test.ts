import { cleanup, fireEvent, render, screen } from "@testing-library/vue";
import { afterEach, expect, test } from "vitest";
import UiTable from "../src/ui/UiTable.vue";

type Row = { id: string; size: number };

const columns = [{ key: "size", label: "Size", sortBy: (row: Row) => row.size }];
const show = (sizes: number[]) =>
  render(UiTable<Row>, {
    props: { caption: "Sizes", columns, rows: sizes.map((size) => ({ id: String(size), size })) },
    slots: { size: "{{ params.row.size }}", empty: "None" },
  });
const cells = () => screen.getAllByRole("cell").map((cell) => cell.textContent);

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
