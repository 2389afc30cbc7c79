import { expect, it } from "vitest";
import { needsOf, needyParts, openQuestions, toBuild } from "@/domain/needs";
import { node } from "@/testing/planning";

const mail = node("mail", { title: "Mail", needs: ["mail"] });
const phase = node("p1", { kind: "phase", title: "Phase", needs: ["server"], children: [mail, node("done", { needs: ["schedule"], status: "done" })] });
const asks = node("asks", { title: "Open", children: [node("q1", { is_question: true }), node("q2", { is_question: true, answer: "Yes" })] });

it("a part needs what all in it need, once, as far as it is not done", () => {
  expect(needsOf(phase)).toEqual({ needs: ["server", "mail"], parts: [] });
  expect(needyParts([asks, phase]).map(({ node: { id } }) => id)).toEqual(["p1"]);
});

it("where not all of a part needs it, those that do are named", () => {
  const bills = node("bills", { title: "Bills by e-mail", children: [node("send", { needs: ["mail", "schedule"] }), node("remind", { needs: ["mail"] })] });
  const spring = node("p2", { kind: "phase", title: "Spring", children: [node("days", { title: "Work days" }), bills] });
  expect(needsOf(spring)).toEqual({ needs: ["mail", "schedule"], parts: ["Bills by e-mail"] });
  expect(needyParts([spring]).map(({ node: { id }, within }) => [id, within.id])).toEqual([["bills", "p2"]]);
  expect(needsOf({ ...spring, needs: ["server"] }).parts).toEqual(["Spring", "Bills by e-mail"]);
});

it("questions are open until they are answered, and are never built", () => {
  expect(openQuestions([phase, asks]).map(({ id }) => id)).toEqual(["q1"]);
  expect(toBuild([asks, phase]).map(({ id, children }) => [id, children.length])).toEqual([["p1", 2]]);
});
