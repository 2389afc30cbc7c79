import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import App from "../src/App";

afterEach(cleanup);

test("the wettest month is named, and the table has all twelve", () => {
  render(<App />);
  expect(screen.getByTestId("wettest").textContent).toBe("November");
  fireEvent.click(screen.getByRole("button", { name: "Table" }));
  expect(screen.getAllByRole("row")).toHaveLength(13);
});
