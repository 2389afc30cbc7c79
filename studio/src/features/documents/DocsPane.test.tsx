import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import type { Workspace } from "@/data/workspace";
import type { DocsPlace } from "@/domain/place";
import { DocsPane } from "@/features/documents/DocsPane";
import { blueprint } from "@/testing/planning";
import { type Answers, Refusal, show } from "@/testing/show";

const DOCS = "GET /projects/app_1/docs";
const AT = "2026-01-01T10:00:00Z";
const WORKSPACE = { app: { id: "app_1" } } as unknown as Workspace;
const document = (id: string, more: object = {}) => ({ id, project_id: "app_1", title: "Booking", kind: "markdown", text_hash: "0", length: 60, words: 1200, replaces: null, created_by: "ann", created_at: AT, confirmed: null, ...more });
const ALL = [document("doc_2", { replaces: "doc_1" }), document("doc_9", { title: "Minutes", kind: "text", words: 1 }), document("doc_1")];
const said = (id: string, text: string) => ({ [`GET /projects/app_1/docs/${id}/text`]: () => ({ document_id: id, start: 0, end: text.length, length: text.length, text }) });
const TEXTS = { ...said("doc_2", "# Booking\n\nOne.\n\n## Calendar\n\nFree hours of **a week**.\n"), ...said("doc_1", "# Booking\n\nOne.\n\n## Calendar\n\nFree hours.\n"), ...said("doc_9", "# not a heading\nline") };
const toPlan = vi.fn();

function Pane({ from }: { from: DocsPlace }) {
  const [place, go] = useState(from);
  return <DocsPane workspace={WORKSPACE} place={place} onPlace={go} leads={{ toPlan }} />;
}

const open = (from: DocsPlace = {}, answers: Answers = {}) =>
  show(<Pane from={from} />, { [DOCS]: () => ({ items: ALL, next_cursor: null }), "GET /projects/app_1/blueprints": () => ({ items: [blueprint({ document_id: "doc_1" })], next_cursor: null }), ...TEXTS, ...answers });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const sent = (asked: { route: string; body: unknown }[]) => asked.filter(({ route }) => !route.startsWith("GET"));

describe("the documents", () => {
  it("are listed with their newest version alone, and lead to the plan that was made from one", async () => {
    await open({}, { "GET /projects/app_1/blueprints": () => ({ items: [blueprint({ document_id: "doc_2", version: 2 })], next_cursor: null }) });
    const rows = await within(await screen.findByRole("list", { name: "Documents" })).findAllByRole("listitem");
    expect(rows).toHaveLength(2);
    expect(rows[0]?.textContent).toContain("1,200 words2 versionsann");
    expect(rows[1]?.textContent).toContain("1 wordann");
    await press("Booking, version 2");
    expect(toPlan).toHaveBeenCalledWith("bp_1");
  });

  it("are explained where there are none, and no failure is taken for that", async () => {
    await open({}, { [DOCS]: () => ({ items: [], next_cursor: null }) });
    expect(await screen.findByText("No documents yet")).toBeTruthy();
    await open({}, { [DOCS]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    expect((await screen.findByRole("alert")).textContent).toContain("The documents could not be loaded.");
  });

  it("are read with their outline, one that is gone says so", async () => {
    await open({ doc: "doc_2" });
    const text = await screen.findByRole("region", { name: "The document" });
    expect(within(text).getByText("a week").tagName).toBe("STRONG");
    fireEvent.click(within(screen.getByRole("navigation", { name: "Outline" })).getByRole("button", { name: "Calendar" }));
    expect(globalThis.document.activeElement?.textContent).toContain("Free hours of");
    await open({ doc: "doc_77" });
    expect(await screen.findByText(/There is no such document/)).toBeTruthy();
  });

  it("are strangers' text until a person trusts one of them", async () => {
    const asked = await open({ doc: "doc_2" }, { "POST /projects/app_1/docs/doc_2/confirm": () => document("doc_2", { replaces: "doc_1", confirmed: { by: "ann", at: AT } }) });
    expect(await screen.findByText(/can contain instructions from strangers/)).toBeTruthy();
    await press("I wrote this or trust it");
    await waitFor(() => expect(sent(asked).map(({ route }) => route)).toEqual(["POST /projects/app_1/docs/doc_2/confirm"]));
    await open({ doc: "doc_9" }, { [DOCS]: () => ({ items: [document("doc_9", { kind: "text", confirmed: { by: "ann", at: AT } })], next_cursor: null }) });
    expect(await screen.findByText("You or a colleague trusts this document.")).toBeTruthy();
  });

  it("that are plain text are shown as they are", async () => {
    await open({ doc: "doc_9" });
    expect((await screen.findByRole("region", { name: "The document" })).textContent).toContain("# not a heading\nline");
    expect(screen.queryByRole("navigation", { name: "Outline" })).toBeNull();
  });

  it("light the place that was looked for, also in a later part of a long one", async () => {
    const start = 100_000;
    const read = vi.fn();
    await open(
      { doc: "doc_2", at: start + 5 },
      { [DOCS]: () => ({ items: [document("doc_2", { length: 250_000 })], next_cursor: null }), "GET /projects/app_1/docs/doc_2/text": () => (read(), { document_id: "doc_2", start, end: 200_000, length: 250_000, text: "one\n\nlooked for\n" }) },
    );
    const lit = await screen.findByText("looked for");
    await waitFor(() => expect(globalThis.document.activeElement?.contains(lit)).toBe(true));
    expect(screen.getAllByText("Part 2 of 3")).toHaveLength(2);
    expect(read).toHaveBeenCalledOnce();
  });
});

describe("one that is begun", () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it("has the focus in its first field, is there again after one went elsewhere, and is gone when it is let go", async () => {
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { userActivation: { hasBeenActive: true } }));
    await open();
    await press("Bring a document");
    expect(globalThis.document.activeElement).toBe(screen.getByLabelText("Name"));
    type("Name", "hut rules");
    type("The text", "No dogs.");
    cleanup();
    await open();
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    expect([await screen.findByLabelText("Name").then(() => value("Name")), value("The text")]).toEqual(["hut rules", "No dogs."]);
    await press("Discard");
    await press("Bring a document");
    expect([value("Name"), value("The text")]).toEqual(["", ""]);
    vi.unstubAllGlobals();
  });

  it("in the place of another is kept with that one", async () => {
    await open({ doc: "doc_2" });
    await press("Bring a newer version");
    type("The text", "Newer.");
    cleanup();
    await open();
    expect(await screen.findByRole("list", { name: "Documents" })).toBeTruthy();
  });
});

describe("versions", () => {
  it("are compared line by line, the older first whichever is read", async () => {
    await open({ doc: "doc_1" });
    fireEvent.change(await screen.findByLabelText("Compare with"), { target: { value: "doc_2" } });
    const rows = (await screen.findAllByRole("row")).map((row) => row.textContent ?? "");
    expect(rows.filter((row) => /[+-]/.test(row)).map((row) => row.replace(/^\d+/, ""))).toEqual(["-removedFree hours.", "+addedFree hours of **a week**."]);
    expect(screen.getByText(/There is a newer version/)).toBeTruthy();
    await press("Read the newest");
    expect(await screen.findByText("a week")).toBeTruthy();
  });

  it("that are too long are not compared while somebody waits", async () => {
    const long = ALL.map((one) => ({ ...one, length: 600_000 }));
    await open({ doc: "doc_2", against: "doc_1" }, { [DOCS]: () => ({ items: long, next_cursor: null }) });
    expect(await screen.findByText(/too long to compare/)).toBeTruthy();
  });

  it("are brought in the place of one that stays", async () => {
    const asked = await open({ doc: "doc_2" }, { "POST /projects/app_1/docs/text": () => document("doc_3") });
    await press("Bring a newer version");
    await press("Keep it");
    expect(screen.getByText("It needs words.")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("The text"), { target: { value: "# New" } });
    await press("Keep it");
    await waitFor(() => expect(sent(asked).map(({ body }) => body)).toEqual([{ title: "Booking", text: "# New", replaces: "doc_2" }]));
  });
});

describe("a new one", () => {
  const choose = async (bytes: BlobPart) => {
    const picker = globalThis.document.querySelector<HTMLInputElement>("input[type=file]");
    if (!picker) throw new Error("There is no way to take a file.");
    fireEvent.change(picker, { target: { files: [new File([bytes], "Spec of it.md")] } });
    await screen.findByText(/Spec of it\.md/);
  };

  it("is taken from a file under its name; one that is no text is refused here", async () => {
    const asked = await open({}, { "POST /projects/app_1/docs/text": () => document("doc_2") });
    await press("Bring a document");
    await choose(new Uint8Array([0xff, 0xfe, 0x00]));
    expect(screen.getByRole("alert").textContent).toContain('"Spec of it.md" is not text');
    await choose("");
    await screen.findByText(/is empty/);
    await choose("# Words\n");
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    await press("Keep it");
    await waitFor(() => expect(sent(asked).map(({ body }) => body)).toEqual([{ title: "Spec of it", text: "# Words\n" }]));
    expect(await screen.findByRole("heading", { name: "Booking" })).toBeTruthy();
  });

  it("that was refused stays written", async () => {
    await open({}, { "POST /projects/app_1/docs/text": () => new Refusal(422, { code: "TEXT_UNREADABLE", detail: "It has no words." }) });
    await press("Bring a document");
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Rules" } });
    fireEvent.change(screen.getByLabelText("The text"), { target: { value: "..." } });
    await press("Keep it");
    expect((await screen.findByRole("alert")).textContent).toContain("It was not kept. What you wrote is still here. It has no words.");
    expect((screen.getByLabelText("The text") as HTMLTextAreaElement).value).toBe("...");
  });
});

describe("deleting", () => {
  it("says what it takes away before it does", async () => {
    const kept = [...ALL];
    const asked = await open({ doc: "doc_2" }, { [DOCS]: () => ({ items: kept, next_cursor: null }), "DELETE /projects/app_1/docs/doc_2": () => (kept.shift(), null) });
    await press("Delete");
    expect(screen.getByRole("alertdialog").textContent).toContain("search and the agent no longer find it. The other versions stay.");
    fireEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    await screen.findByRole("list", { name: "Documents" });
    expect(sent(asked).map(({ route }) => route)).toEqual(["DELETE /projects/app_1/docs/doc_2"]);
  });

  it("is not offered while a plan points to it, nor once the server said so", async () => {
    await open({ doc: "doc_1" });
    expect(await screen.findByText(/a plan points to its words/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
    await open({ doc: "doc_9" }, { "DELETE /projects/app_1/docs/doc_9": () => new Refusal(409, { code: "DOCUMENT_IN_USE", detail: "" }) });
    await press("Delete");
    fireEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryAllByText(/a plan points to its words/)).toHaveLength(2));
  });
});
