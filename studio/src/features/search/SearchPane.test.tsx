import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Workspace } from "@/data/workspace";
import type { SearchPlace } from "@/domain/place";
import { SearchPane } from "@/features/search/SearchPane";
import { type Answers, Refusal, show } from "@/testing/show";

const SEARCH = "POST /projects/app_1/search";
const WORKSPACE = { app: { id: "app_1" } } as unknown as Workspace;
const hit = (kind: string, id: string, text: string, more: object = {}) => ({ kind, id, title: "", text, at: "2026-01-01T10:00:00Z", start: null, conversation_id: null, score: 1, ...more });
const FOUND = [hit("document", "doc_1", "The cart shows its sum. <b>x</b>", { title: "Spec: Carts", start: 40 }), hit("note", "note_1", "A red cart"), hit("document", "doc_2", "cart")];
const onOpen = vi.fn();

function Pane({ from }: { from: SearchPlace }) {
  const [place, go] = useState(from);
  return <SearchPane workspace={WORKSPACE} place={place} onPlace={go} onOpen={onOpen} />;
}

const open = (from: SearchPlace = {}, answers: Answers = {}) => show(<Pane from={from} />, { [SEARCH]: () => ({ items: FOUND, complete: true, by_meaning: false }), ...answers });
const bodies = (asked: { body: unknown }[]) => asked.map(({ body }) => body);

afterEach(() => void vi.unstubAllGlobals());

describe("the search", () => {
  it("is written in by whoever goes there", async () => {
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { userActivation: { hasBeenActive: true } }));
    await open();
    const field = await screen.findByLabelText("Words to look for");
    expect(document.activeElement).toBe(field);
  });

  it("says what it looks through before anybody asks, and asks nothing then", async () => {
    const asked = await open();
    expect(await screen.findByText("Find what was said once")).toBeTruthy();
    fireEvent.submit(screen.getByRole("search"));
    expect(asked).toEqual([]);
  });

  it("shows what was found by its kind, with the words lit, and opens it", async () => {
    const asked = await open();
    fireEvent.change(await screen.findByLabelText("Words to look for"), { target: { value: " the cart " } });
    fireEvent.submit(screen.getByRole("search"));
    const documents = within(await screen.findByRole("region", { name: "Documents" }));
    expect(screen.getByRole("status").textContent).toBe("3 places");
    expect(screen.getAllByRole("heading").map((one) => one.textContent)).toEqual(["Documents (2)", "Notes (1)"]);
    const [first] = documents.getAllByRole("button");
    expect([...(first?.querySelectorAll("mark") ?? [])].map((one) => one.textContent)).toEqual(["Carts", "The", "cart"]);
    expect(first?.textContent).toContain("<b>x</b>");
    fireEvent.click(first as HTMLElement);
    expect(onOpen).toHaveBeenCalledWith(FOUND[0]);
    expect(bodies(asked)).toEqual([{ query: "the cart", limit: 50 }]);
  });

  it("looks in one place alone, and from there in all", async () => {
    const asked = await open({ q: "cart", of: "task" }, { [SEARCH]: (body) => ({ items: (body as { kinds?: string[] }).kinds ? [] : FOUND, complete: true, by_meaning: false }) });
    expect(await screen.findByText('Nothing was found for "cart".')).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Look through everything" }));
    await screen.findByText("3 places");
    fireEvent.change(screen.getByLabelText("In"), { target: { value: "note" } });
    await waitFor(() => expect(bodies(asked)).toEqual([{ query: "cart", limit: 50, kinds: ["task"] }, { query: "cart", limit: 50 }, { query: "cart", limit: 50, kinds: ["note"] }]));
  });

  it("says where it has not looked, and that it failed", async () => {
    await open({ q: "cart" }, { [SEARCH]: () => ({ items: FOUND, complete: false, by_meaning: false }) });
    expect(await screen.findByText(/more than a search looks through/)).toBeTruthy();
    await open({ q: "cart" }, { [SEARCH]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    expect((await screen.findByRole("alert")).textContent).toContain("The search did not work.");
  });
});
