import { expect, it } from "vitest";
import { parsePlace } from "@/domain/place";
import { byKind, FOUND_KINDS, placeOf, wordsOf } from "@/domain/search";

it("what was found stands with its kind, the best kind first", () => {
  const found = [{ kind: "note" as const, id: "a" }, { kind: "task" as const, id: "b" }, { kind: "note" as const, id: "c" }];
  expect(byKind(found).map(([kind, hits]) => [kind, hits.map(({ id }) => id)])).toEqual([["note", ["a", "c"]], ["task", ["b"]]]);
});

it("every kind leads to a place that the address can hold", () => {
  const places = FOUND_KINDS.map((kind) => placeOf({ kind, id: "doc_0001", start: 12, conversation_id: "conv_0001" }));
  expect(places.map((place) => parsePlace({ ...place }))).toEqual(places);
  expect(places[0]).toEqual({ tab: "docs", doc: "doc_0001", at: 12 });
});

it("nothing that was found is said twice", () => {
  expect(wordsOf({ title: "No payment", text: "No payment People pay here." })).toEqual({ title: "No payment", rest: "People pay here." });
  expect(wordsOf({ title: "", text: "Say du" })).toEqual({ title: "Say du", rest: "" });
  expect(wordsOf({ title: "Talk", text: "She wants" })).toEqual({ title: "Talk", rest: "She wants" });
});

it("the address keeps what was looked for, and nothing that is too long or no word", () => {
  expect(parsePlace({ q: 2026, of: "plan_node" })).toEqual({ q: "2026", of: "plan_node" });
  expect(parsePlace({ q: "x".repeat(500) }).q).toHaveLength(400);
  expect(parsePlace({ q: " ", of: "../x", at: -1 })).toEqual({});
});
