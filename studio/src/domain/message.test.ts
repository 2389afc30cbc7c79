import { expect, it } from "vitest";
import { elementWords } from "@/domain/bridge";
import { saidIn } from "@/domain/message";
import { withMentions } from "@/run/mentions";

const picture = elementWords({ tag: "svg", role: "image", name: "Scissors", text: "", path: "#main > svg", classes: [] });

it("tells the words of a person from what they pointed at", () => {
  expect(saidIn(withMentions("Half as high", [picture, picture]))).toEqual({ words: "Half as high", pointed: ['image "Scissors"', 'image "Scissors"'] });
});

it.each(["Plain", "", "Two\n\nparts", "A plan\n\n### Phase 1\nDo it", "### tag: x"])("leaves %j as it is", (message) => {
  expect(saidIn(message)).toEqual({ words: message, pointed: [] });
});

it("keeps headings of a person's own around an element", () => {
  const { label, detail } = picture;
  expect(saidIn(`A\n\n### ${label}\n${detail}\n\n### Mine\nB`)).toEqual({ words: "A\n\n### Mine\nB", pointed: [label] });
});
