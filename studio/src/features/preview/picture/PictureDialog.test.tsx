import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PictureDialog } from "@/features/preview/picture/PictureDialog";
import { type Answers, Refusal, show } from "@/testing/show";

const TAKE = "POST /admin/apps/app_1/builder/revisions/rev_1/picture";
const READ = "GET /admin/apps/app_1/builder/builds/bld_1/picture";
const WINDOW = { path: "/cart", width: 390, height: 844, dark: false };
const taken = (status: string, more: object = {}) => ({ build_id: "bld_1", status, error: null, ...more });
const at = (status: string, more: object = {}) => ({ ...taken(status), width: null, height: null, content: null, ...more });
const drawn: string[] = [];

class Picture {
  width = 320;
  height = 200;
}

beforeEach(() => {
  drawn.length = 0;
  vi.stubGlobal("ImageBitmap", Picture);
  vi.stubGlobal("createImageBitmap", async () => new Picture());
  const context = { canvas: { width: 320 }, drawImage: () => drawn.push("image"), beginPath: () => {}, stroke: () => drawn.push("stroke"), moveTo: () => {}, lineTo: () => {}, rect: () => drawn.push("rect") };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) => done(new Blob(["png"], { type: "image/png" })));
});

async function open(answers: Answers, revision: string | null = "rev_1") {
  const onPut = vi.fn();
  const asked = await show(<PictureDialog app="app_1" revision={revision} window={WINDOW} onPut={onPut} onClose={() => {}} />, answers);
  return { asked, onPut };
}
const ready = { [TAKE]: () => taken("succeeded"), [READ]: () => at("succeeded", { width: 320, height: 200, content: btoa("png") }) };

describe("a picture of the page", () => {
  it("is asked for as the page stands, waited for, and put into the message as it is", async () => {
    let tries = 0;
    const { asked, onPut } = await open({ ...ready, [TAKE]: () => taken("queued"), [READ]: () => (tries++ === 0 ? at("running") : ready[READ]()) });
    expect(await screen.findByText(/takes its picture/)).toBeTruthy();
    expect(asked[0]?.body).toEqual(WINDOW);
    fireEvent.click(await screen.findByRole("button", { name: "Put into the message" }, { timeout: 4000 }));
    const file = onPut.mock.calls[0]?.[0] as File;
    expect([file.name, file.type]).toEqual(["page.png", "image/png"]);
  });

  it("is drawn on with keys alone, and undone", async () => {
    await open(ready);
    const canvas = await screen.findByRole("application", { name: "The picture, to draw on" });
    fireEvent.keyDown(canvas, { key: "Enter" });
    expect(screen.getByText(/Arrow from 160, 100/)).toBeTruthy();
    fireEvent.keyDown(canvas, { key: "ArrowRight", shiftKey: true });
    fireEvent.keyDown(canvas, { key: "Enter" });
    expect(screen.getByText(/^1 mark/)).toBeTruthy();
    expect(drawn.filter((what) => what === "stroke").length).toBeGreaterThan(1);
    fireEvent.click(screen.getByRole("button", { name: "Rectangle" }));
    fireEvent.keyDown(canvas, { key: " " });
    fireEvent.keyDown(canvas, { key: "ArrowDown" });
    fireEvent.keyDown(canvas, { key: "Escape" });
    expect(screen.getByText(/^1 mark/), "a mark that is dropped is none").toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(screen.getByText(/^0 marks/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Undo" }).getAttribute("aria-disabled")).toBe("true");
  });

  it("is said not to be there before there is a page", async () => {
    const { asked } = await open({}, null);
    expect(await screen.findByText(/There is no page yet/)).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it.each([
    ["it could not be asked for", { [TAKE]: () => new Refusal(429, { code: "BUDGET_EXCEEDED", detail: "The seconds are used up.", status: 429 }) }, "The seconds are used up."],
    ["no worker took it", { ...ready, [TAKE]: () => taken("queued"), [READ]: () => at("queued", { error: { code: "ENQUEUE_FAILED", message: "The build could not be started.", diagnostics: [], exit_code: null, log_tail: "" } }) }, "The build could not be started."],
    ["the page let none be taken", { ...ready, [READ]: () => at("succeeded") }, "The page let no picture be taken of it."],
  ])("says why when %s, and can be tried again", async (_, answers, words) => {
    const { asked } = await open(answers as Answers);
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(words));
    const before = asked.length;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
  });
});
