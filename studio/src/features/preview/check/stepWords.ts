import type { Step } from "@/domain/recorded";
import type { CheckWords } from "@/messages/check/en";

/** A step in a line. */
export function stepWords({ do: deed, role = "", name = "", text = "" }: Step, { step }: CheckWords): string {
  switch (deed) {
    case "click":
      return step.click(role, name);
    case "fill":
      return step.fill(role, name, text);
    case "select":
      return step.select(role, name, text);
    case "press":
      return step.press(text);
    default:
      return deed satisfies never;
  }
}
