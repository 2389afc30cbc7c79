import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { CheckDialog } from "@/features/preview/check/CheckDialog";
import { type Answers, Refusal, show } from "@/testing/show";

const KEEP = "POST /api/tools/add_check";
const FILL = { do: "fill", role: "textbox", name: "Item", text: "Milk" } as const;
const CLICK = { do: "click", role: "button", name: "Add" } as const;
const said = (success: boolean, more: object = {}, stderr = "") => ({ success, stdout: "", stderr, data: more });

async function open(answers: Answers) {
  const onClose = vi.fn();
  const asked = await show(<CheckDialog app="app_1" path="/list" steps={[FILL, CLICK]} onClose={onClose} />, answers);
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await screen.findByText("Open /list");
  return { asked, type, onClose, keep: () => fireEvent.click(screen.getByRole("button", { name: "Try and keep" })) };
}

it("sends what was recorded with what must be seen, and goes on asking while it is tried", async () => {
  let tries = 0;
  const { asked, type, keep } = await open({ [KEEP]: () => (tries++ === 0 ? said(false, { status: "running" }) : said(true, { revision_id: "rev_2" })) });
  keep();
  expect(asked).toEqual([]);
  type("What must go on working", "Adding an item");
  type("What must be seen then 1", "Milk");
  fireEvent.click(screen.getByRole("button", { name: "Another one" }));
  type("What must be seen then 2", "Nothing yet");
  type("Shown or not 2", "hidden");
  keep();
  expect(await screen.findByText(/is kept with the app/)).toBeTruthy();
  expect(asked).toHaveLength(2);
  expect(asked[0]?.body).toEqual({
    project_id: "app_1",
    params: { title: "Adding an item", steps: [{ do: "open", path: "/list" }, FILL, CLICK], expect: [{ text: "Milk" }, { text: "Nothing yet", count: 0 }] },
  });
});

it("leaves out a step, and says what speaks against it", async () => {
  const { asked, type, keep } = await open({ [KEEP]: () => said(false, { status: "failed" }, 'ACCEPTANCE_STEP: There is no button "Add".') });
  fireEvent.click(screen.getByRole("button", { name: 'Leave out: Type "Milk" into the textbox "Item"' }));
  type("What must go on working", "Adding an item");
  type("What must be seen then 1", "Milk");
  keep();
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain('There is no button "Add".'));
  expect(asked[0]?.body).toMatchObject({ params: { steps: [{ do: "open" }, CLICK] } });
});

it("says so when it could not be tried", async () => {
  const { type, keep } = await open({ [KEEP]: () => new Refusal(409, { code: "REVISION_CONFLICT", detail: "The draft has moved on.", status: 409 }) });
  type("What must go on working", "Adding an item");
  type("What must be seen then 1", "Milk");
  keep();
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("The draft has moved on."));
});
