import { describe, expect, it } from "vitest";
import { completed, mentionedIn, offered, typedAt } from "@/domain/fileMentions";

const PATHS = ["index.html", "src/App.tsx", "src/App.test.tsx", "src/pages/Apple.tsx", "src/wrap.ts", "app/readme.md"];

describe("file names in a message", () => {
  it.each([
    ["@", 1, { at: 0, words: "" }],
    ["Change @src/Ap", 14, { at: 7, words: "src/Ap" }],
    ["Change @src/Ap now", 10, { at: 7, words: "sr" }],
    ["a\n@x", 4, { at: 2, words: "x" }],
    ["mail@home", 9, null],
    ["@App done", 9, null],
    ["", 0, null],
  ])("in %j at %d", (text, caret, typed) => {
    expect(typedAt(text, caret)).toEqual(typed);
  });

  it("are offered by how well they fit", () => {
    expect(offered(PATHS, "app")).toEqual(["src/App.tsx", "src/App.test.tsx", "src/pages/Apple.tsx", "app/readme.md"]);
    expect(offered(PATHS, "RAP")).toEqual(["src/wrap.ts"]);
    expect(offered(PATHS, "nothing")).toEqual([]);
    expect(offered(Array.from({ length: 400 }, (_, at) => `src/${at}.ts`), "")).toHaveLength(8);
  });

  it("are completed where they stand", () => {
    expect(completed("Change @Ap now", { at: 7, words: "Ap" }, "src/App.tsx")).toEqual({ text: "Change @src/App.tsx now", caret: 20 });
    expect(completed("@", { at: 0, words: "" }, "a.ts")).toEqual({ text: "@a.ts ", caret: 6 });
  });

  it("are known by what the project has", () => {
    expect(mentionedIn("See @src/App.tsx, (@index.html) and @src/App.tsx. Not @gone.ts or me@src/wrap.ts", PATHS)).toEqual(["src/App.tsx", "index.html"]);
    expect(mentionedIn("Look at @src/wrap.ts.", PATHS)).toEqual(["src/wrap.ts"]);
  });
});
