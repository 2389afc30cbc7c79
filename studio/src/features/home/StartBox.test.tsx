import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { StartBox } from "@/features/home/StartBox";
import { Refusal, show } from "@/testing/show";

const box = () => screen.getByLabelText<HTMLTextAreaElement>("Describe your app");
const wish = async (words: string) => {
  fireEvent.change(box(), { target: { value: words } });
  fireEvent.keyDown(box(), { key: "Enter" });
};
const answers = { "GET /templates": () => ({ items: [], next_cursor: null }), "POST /admin/apps": () => ({ id: "app_1" }) };

it("a wish that is built is gone from the box, also for a tab that is opened later", async () => {
  await show(<StartBox />, { ...answers, "POST /projects/app_1/runs": () => ({ run_id: "run_1" }) });
  await wish("A page for my salon");
  await waitFor(() => expect(box().value).toBe(""));
  expect(Object.values(localStorage)).toEqual([]);
});

it("one that could not be built stays", async () => {
  await show(<StartBox />, { ...answers, "POST /projects/app_1/runs": () => new Refusal(429, { code: "BUDGET_EXCEEDED", detail: "Spent." }) });
  await wish("A page for my salon");
  expect((await screen.findByRole("alert")).textContent).toContain("Spent.");
  expect(box().value).toBe("A page for my salon");
});
