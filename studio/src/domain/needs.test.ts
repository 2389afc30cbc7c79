import { expect, it } from "vitest";
import { needsOf, needyParts, openQuestions, toBuild } from "@/domain/needs";
import { node } from "@/testing/planning";

const mail = node("mail", { title: "Mail", needs: ["mail"] });
const phase = node("p1", { kind: "phase", title: "Phase", needs: ["server"], children: [mail, node("done", { needs: ["schedule"], status: "done" })] });
const asks = node("asks", { title: "Open", children: [node("q1", { is_question: true }), node("q2", { is_question: true, answer: "Yes" })] });

it("a part needs what all in it need, once, as far as it is not done", () => {
  expect(needsOf(phase)).toEqual({ needs: ["server", "mail"], parts: ["Phase", "Mail"] });
  expect(needyParts([asks, phase]).map(({ id }) => id)).toEqual(["p1"]);
});

it("questions are open until they are answered, and are never built", () => {
  expect(openQuestions([phase, asks]).map(({ id }) => id)).toEqual(["q1"]);
  expect(toBuild([asks, phase]).map(({ id, children }) => [id, children.length])).toEqual([["p1", 2]]);
});
