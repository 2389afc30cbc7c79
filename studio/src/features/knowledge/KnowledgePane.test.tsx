import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { Workspace } from "@/data/workspace";
import type { KnowledgePart, KnowledgePlace } from "@/domain/place";
import { KnowledgePane } from "@/features/knowledge/KnowledgePane";
import { type Answers, Refusal, show } from "@/testing/show";

const NOTES = "GET /projects/app_1/notes";
const MEMORY = "GET /projects/app_1/memory";
const WORKSPACE = { app: { id: "app_1" } } as unknown as Workspace;
const AT = "2026-01-01T10:00:00Z";
const note = (more: object = {}) => ({ id: "note_1", app_id: "app_1", title: "Talk", text: "They **like** it.", created_by: "someone", created_at: AT, updated_at: AT, version: 3, ...more });
const item = (more: object = {}) => ({ id: "mem_1", app_id: "app_1", text: "Say du", tags: ["tone"], pinned: true, created_by: "someone", created_at: AT, updated_at: AT, version: 2, ...more });

function Pane({ from }: { from: KnowledgePlace }) {
  const [place, go] = useState(from);
  return <KnowledgePane workspace={WORKSPACE} place={place} onPlace={go} />;
}

const SNAPSHOT = "GET /projects/app_1/snapshot";
const REFRESH = "POST /projects/app_1/snapshot/refresh";
const snapshot = (more: object = {}) => ({ app_id: "app_1", summary_text: "## Goals\n- Rosa: the salon\n\n## Top open tasks\nNone known.", key_metrics_json: { open_tasks: 3, tasks_done: 0 }, updated_at: AT, version: 1, ...more });
const open = (part: KnowledgePart, answers: Answers = {}, kept?: string) =>
  show(<Pane from={{ part, ...(kept ? { kept } : {}) }} />, {
    [SNAPSHOT]: () => snapshot(), [NOTES]: () => ({ items: [note()], next_cursor: null }), [MEMORY]: () => ({ items: [item()], next_cursor: null }), ...answers });
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const write = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const sent = (asked: { route: string; body: unknown }[]) => asked.filter(({ route }) => !route.startsWith("GET"));

describe("notes", () => {
  it("are shown with who wrote them, and one more is written", async () => {
    const items = [note()];
    const asked = await open("notes", {
      [NOTES]: () => ({ items, next_cursor: null }),
      "POST /projects/app_1/notes": (body) => (items.unshift(note({ id: "note_2", ...(body as object) })), items[0]),
    });
    expect((await screen.findByRole("heading", { name: "Talk" })).closest("li")?.textContent).toContain("They like it.");
    await press("Write a note");
    await press("Save");
    expect(screen.getByText("It needs words.")).toBeTruthy();
    write(/^Title/, "Idea");
    write("Note", "A map");
    await press("Save");
    expect(await screen.findByRole("heading", { name: "Idea" })).toBeTruthy();
    expect(sent(asked).map(({ body }) => body)).toEqual([{ title: "Idea", text: "A map" }]);
  });

  it("that somebody else changed are not written over unseen", async () => {
    const asked = await open("notes", { "PATCH /projects/app_1/notes/note_1": (body) => ("version" in (body as object) ? new Refusal(409, { code: "STATE_CONFLICT", detail: "" }) : note()) });
    await press("Change");
    write("Note", "They love it.");
    await press("Save");
    expect((await screen.findByRole("alert")).textContent).toContain("Somebody else changed it meanwhile.");
    await press("Save");
    await waitFor(() => expect(sent(asked).map(({ body }) => body)).toEqual([{ title: "Talk", text: "They love it.", version: 3 }, { title: "Talk", text: "They love it." }]));
  });

  it("are deleted after a second word; a refusal says so", async () => {
    await open("notes", { "DELETE /projects/app_1/notes/note_1": () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "The storage is away." }) });
    await press("Delete");
    expect(screen.getByText("It is gone for good.")).toBeTruthy();
    await press("Delete");
    expect((await screen.findByRole("alert")).textContent).toContain("It was not deleted. The storage is away.");
  });

  it("are explained where there are none, and no failure is taken for that", async () => {
    await open("notes", { [NOTES]: () => ({ items: [], next_cursor: null }) });
    expect(await screen.findByText("No notes yet")).toBeTruthy();
    await open("notes", { [NOTES]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    expect((await screen.findByRole("alert")).textContent).toContain("The notes could not be loaded.");
  });
});

describe("the memory", () => {
  it("is a tab of its own, says what is always told, and takes one thing more", async () => {
    const asked = await open("notes", { "POST /projects/app_1/memory": (body) => item({ id: "mem_2", ...(body as object) }) });
    fireEvent.click(await screen.findByRole("tab", { name: "Memory" }));
    const list = await screen.findByRole("list", { name: "Memory" });
    expect(within(list).getByText("Always told")).toBeTruthy();
    expect(within(list).getByText("tone")).toBeTruthy();
    await press("Remember something");
    write("What to remember", "No red");
    write(/^Tags/, "colour, , look");
    fireEvent.click(screen.getByLabelText("Always tell the agent"));
    await press("Save");
    await waitFor(() => expect(sent(asked).map(({ body }) => body)).toEqual([{ text: "No red", tags: ["colour", "look"], pinned: true }]));
  });
});

describe("how the project stands", () => {
  it("is told in figures and sections, and made anew when asked", async () => {
    const asked = await open("notes", { [REFRESH]: () => snapshot({ key_metrics_json: { open_tasks: 2 } }) });
    const card = within(await screen.findByRole("region", { name: "How the project stands" }));
    expect((await card.findByText("open tasks")).parentElement?.textContent).toContain("3");
    expect(card.queryByText("tasks done")).toBeNull();
    expect(card.getByText("Rosa: the salon")).toBeTruthy();
    expect(card.getByRole("heading", { name: "Open tasks", hidden: true }).parentElement?.textContent).toContain("Nothing known.");
    fireEvent.click(card.getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(card.getByText("open tasks").parentElement?.textContent).toContain("2"));
    expect(sent(asked).map(({ route }) => route)).toEqual([REFRESH]);
  });

  it("says that it could not be loaded, and the notes are there all the same", async () => {
    await open("notes", { [SNAPSHOT]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    expect(await screen.findByText("How the project stands could not be loaded.")).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Talk" })).toBeTruthy();
  });
});

describe("the one that was looked for", () => {
  it("stands alone, with the way to all", async () => {
    await open("memory", { "GET /projects/app_1/memory/mem_1": () => item({ text: "No red" }) }, "mem_1");
    expect(await screen.findByText("No red")).toBeTruthy();
    expect(screen.queryByText("Say du")).toBeNull();
    await press("All of the memory");
    expect(await screen.findByText("Say du")).toBeTruthy();
  });

  it("may be gone, and that is said", async () => {
    await open("notes", { "GET /projects/app_1/notes/note_9": () => new Refusal(404, { code: "NOT_FOUND", detail: "" }) }, "note_9");
    expect(await screen.findByText("It is not there any more.")).toBeTruthy();
    await press("All notes");
    expect(await screen.findByRole("heading", { name: "Talk" })).toBeTruthy();
  });
});
