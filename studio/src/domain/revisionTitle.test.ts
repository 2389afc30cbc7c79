import { expect, it } from "vitest";
import { madeOf, madeWithin } from "@/domain/revisionTitle";

it.each([
  ["template", "Start from the React template", { kind: "begun", template: "React" }],
  ["reset", "Start over from the Vue app template", { kind: "begunAgain", template: "Vue app" }],
  ["restore", "Restore Start from the React template", { kind: "restored", what: "Start from the React template" }],
  ["revert", "Undo: Make it blue", { kind: "undone", what: "Make it blue" }],
  ["revert", "Bring back src/a.ts from Make it blue", { kind: "fileBack", path: "src/a.ts", what: "Make it blue" }],
  ["import", "Import a project", { kind: "imported" }],
  ["chat", "Restore the menu", { kind: "said", words: "Restore the menu" }],
  ["template", "Something new", { kind: "said", words: "Something new" }],
])("a revision of %s that says %j", (origin, message, made) => {
  expect(madeOf(origin, message)).toEqual(made);
});

it("what stands within another title may be the server's own too", () => {
  expect(madeWithin("Undo: Make it blue")).toEqual({ kind: "undone", what: "Make it blue" });
  expect(madeWithin("Make it blue")).toEqual({ kind: "said", words: "Make it blue" });
});
