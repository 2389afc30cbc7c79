import { beforeEach, expect, test } from "vitest";
import { loadHabits, saveHabits } from "../src/habits";

beforeEach(() => localStorage.clear());

test("the first visit has two suggestions", () => {
  expect(loadHabits().map((habit) => habit.name)).toEqual(["Walk", "Read"]);
});

test("the form of the first version is read", () => {
  localStorage.setItem("habits", JSON.stringify({ Swim: ["2026-01-02"] }));
  expect(loadHabits().at(-1)).toEqual({ name: "Swim", days: ["2026-01-02"] });
  saveHabits([]);
});
