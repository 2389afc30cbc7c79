import { expect, it } from "vitest";
import { joined } from "@/data/chatTurns";
import type { Turn } from "@/data/workspace";

const turns = (...ids: number[]) => ids.map((id) => ({ id: `turn_${id}`, status: "completed" }) as Turn);
const idsOf = ({ items }: { items: Turn[] }) => items.map(({ id }) => Number(id.slice(5)));

it("what was read before goes on behind a newer first page", () => {
  const known = joined(undefined, { items: turns(4, 3), next_cursor: "before 3" });
  const next = joined(known, { items: turns(6, 5, 4), next_cursor: "before 4" });
  expect(idsOf(next)).toEqual([6, 5, 4, 3]);
  expect(next.older).toBe("before 3");
});

it("a newer page replaces the turns that it has", () => {
  const known = joined(undefined, { items: turns(4, 3), next_cursor: "before 3" });
  const ended = turns(4, 3).map((turn) => ({ ...turn, status: "failed" }) as Turn);
  expect(joined(known, { items: ended, next_cursor: "before 3" }).items).toEqual(ended);
});

it("what does not reach to the newer page is read again from there", () => {
  const known = joined(undefined, { items: turns(2, 1), next_cursor: "before 1" });
  expect(joined(known, { items: turns(9, 8), next_cursor: "before 8" })).toEqual({ items: turns(9, 8), older: "before 8" });
});

it("a first page that is all is all", () => {
  const known = joined(undefined, { items: turns(4, 3), next_cursor: "before 3" });
  expect(joined(known, { items: turns(4), next_cursor: null })).toEqual({ items: turns(4), older: null });
});
