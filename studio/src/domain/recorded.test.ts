import { expect, it } from "vitest";
import { checkOf, MOST_STEPS, readSteps, withSteps } from "@/domain/recorded";

const fill = (text: string) => ({ do: "fill", role: "textbox", name: "Item", text }) as const;
const click = { do: "click", role: "button", name: "Add" } as const;

it("opens the page first, and wants what is to be seen and what is not", () => {
  const wanted = [{ text: " Milk ", shown: true }, { text: "", shown: true }, { text: "Nothing yet", shown: false }];
  expect(checkOf(" Adding ", "/list", [fill("Milk"), click], wanted)).toEqual({
    title: "Adding",
    steps: [{ do: "open", path: "/list" }, fill("Milk"), click],
    expect: [{ text: "Milk" }, { text: "Nothing yet", count: 0 }],
  });
  expect(checkOf("x", "", [], []).steps).toEqual([{ do: "open", path: "/" }]);
});

it("keeps the last that was typed into a field, and no more steps than a check may have", () => {
  expect(withSteps([fill("Mi")], [fill("Milk"), click])).toEqual([fill("Milk"), click]);
  expect(withSteps([click], [fill("Milk"), click, fill("Bread")])).toHaveLength(4);
  expect(withSteps([], Array.from({ length: 50 }, () => click))).toHaveLength(MOST_STEPS);
});

it("takes of a page what has exactly the shape of steps", () => {
  expect(readSteps([click, { do: "press", text: "Escape" }])).toEqual([click, { do: "press", text: "Escape" }]);
  for (const odd of [undefined, "x", [{ do: "evaluate", text: "x" }], [{ ...click, name: "x".repeat(201) }], [{ ...click, role: 1 }], Array(31).fill(click)]) {
    expect(readSteps(odd)).toBeNull();
  }
});
