import { expect, it } from "vitest";
import { keptFault, MEMORY_MOST, tagsOf } from "@/domain/knowledge";

it("tags are what stands between commas, each once", () => {
  expect(tagsOf(" tone, prices ,, tone")).toEqual(["tone", "prices"]);
  expect(tagsOf("  ")).toEqual([]);
});

it("what is kept has words, and not too many of them", () => {
  expect(keptFault(" \n", 10)).toBe("empty");
  expect(keptFault("x".repeat(MEMORY_MOST), MEMORY_MOST)).toBeNull();
  expect(keptFault("x".repeat(MEMORY_MOST + 1), MEMORY_MOST)).toBe("long");
  expect(keptFault("ok", 10, Array.from({ length: 11 }, (_, at) => `t${at}`))).toBe("tags");
  expect(keptFault("ok", 10, ["x".repeat(41)])).toBe("tags");
});
