import { describe, expect, it } from "vitest";
import { barbs, begin, extend, type Mark, stepped, within, withMark } from "@/domain/sketch";

const at = (x: number, y: number) => ({ x, y });

describe("a mark", () => {
  it("of an arrow has where it begins and ends, of a pen the whole way", () => {
    const drawn = (tool: "arrow" | "pen") => [at(5, 5), at(9, 40)].reduce(extend, begin(tool, "bad", at(0, 0)));
    expect(drawn("arrow").points).toEqual([at(0, 0), at(9, 40)]);
    expect(drawn("pen").points).toEqual([at(0, 0), at(5, 5), at(9, 40)]);
  });

  it("is bounded, however long somebody draws", () => {
    let mark = begin("pen", "ink", at(0, 0));
    for (let step = 0; step < 5000; step++) mark = extend(mark, at(step, 1));
    expect(mark.points.length).toBe(4000);
    let marks: readonly Mark[] = [];
    for (let step = 0; step < 300; step++) marks = withMark(marks, mark);
    expect(marks.length).toBe(200);
  });

  it("that nobody would see is none", () => {
    expect(withMark([], begin("arrow", "bad", at(3, 3)))).toEqual([]);
    expect(withMark([], extend(begin("frame", "bad", at(3, 3)), at(4, 4)))).toEqual([]);
    expect(withMark([], extend(begin("frame", "bad", at(3, 3)), at(40, 4))).length).toBe(1);
  });

  it("stays within the picture", () => {
    expect(within(at(-5, 900.4), 320, 200)).toEqual(at(0, 200));
  });

  it("is placed by keys", () => {
    expect(stepped(at(10, 10), "ArrowRight", false)).toEqual(at(22, 10));
    expect(stepped(at(10, 10), "ArrowUp", true)).toEqual(at(10, -50));
    expect(stepped(at(10, 10), "Enter", false)).toBeNull();
  });

  it("of an arrow points back from its end on both sides", () => {
    const [left, right] = barbs(at(0, 0), at(100, 0), 20);
    expect([left.x < 100, right.x < 100, Math.sign(left.y) === -Math.sign(right.y)]).toEqual([true, true, true]);
  });
});
