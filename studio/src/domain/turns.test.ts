import { describe, expect, it } from "vitest";
import { commandWords } from "@/domain/command";
import { causeOf, nextOf } from "@/domain/ending";
import { blocksOfMarkdown, isPlainOnly } from "@/domain/markdown";
import { parsePatch } from "@/domain/patch";
import { planSteps } from "@/domain/plan";
import { secondsBetween, spanOf } from "@/domain/span";
import { changeOf, countsOf } from "@/domain/toolChange";
import { filesOf, subject } from "@/domain/tools";
import { waitingFor } from "@/domain/waiting";

const PATCH = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@
 same
--- a comment in SQL
+++ counter
 diff --git a/x b/x
@@ -9 +9,2 @@
 end
+more
\\ No newline at end of file
diff --git a/old.ts b/old.ts
deleted file mode 100644
index 1..0
--- a/old.ts
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/one.ts b/two.ts
similarity index 100%
rename from one.ts
rename to two.ts
`;

describe("a patch", () => {
  it("is read by the counts of its hunks: a line of a file is never a line of the patch", () => {
    const [changed, gone, moved] = parsePatch(PATCH);
    expect(changed).toMatchObject({ path: "src/a.ts", status: "modified", additions: 2, deletions: 1 });
    expect(changed?.hunks.map(({ lines }) => lines.length)).toEqual([4, 3]);
    expect(gone).toMatchObject({ path: "old.ts", status: "deleted", deletions: 1 });
    expect(moved).toMatchObject({ path: "two.ts", old_path: "one.ts", status: "renamed", hunks: [] });
  });

  it.each(Array.from({ length: PATCH.length / 7 }, (_, at) => at * 7))("cut after %i characters, it is read as far as it goes", (cut) => {
    const files = parsePatch(PATCH.slice(0, cut));
    expect(files.length).toBeLessThanOrEqual(3);
    expect(files.flatMap(({ hunks }) => hunks).every(({ header }) => header.startsWith("@@"))).toBe(true);
  });

  it("of something else is no file", () => {
    expect(parsePatch("hello\n@@ -1 +1 @@\n-a\n+b")).toEqual([]);
  });
});

describe("what a call changed", () => {
  const output = { changes: [{ path: "src/a.ts", status: "modified", additions: 2, deletions: 1 }], diff: PATCH };

  it("is what its answer says", () => {
    expect(countsOf({ output })).toEqual({ additions: 2, deletions: 1 });
    expect(changeOf({ name: "edit_file", input: {}, output })[0]?.hunks).toHaveLength(2);
  });

  it("is a new file's content where nothing was there before", () => {
    const made = { changes: [{ path: "n.ts", status: "added", additions: 2, deletions: 0 }], diff: "" };
    const [file] = changeOf({ name: "write_file", input: { path: "n.ts", content: "a\nb\n" }, output: made });
    expect(file?.hunks).toEqual([{ header: "@@ -0,0 +1,2 @@", lines: ["+a", "+b"] }]);
  });

  it("is told by its arguments before there is an answer, without what both sides share", () => {
    const input = { path: "a.ts", edits: [{ old: "one\ntwo\nthree", new: "one\n2\nthree" }] };
    expect(changeOf({ name: "edit_file", input })).toMatchObject([
      { path: "a.ts", additions: 1, deletions: 1, hunks: [{ lines: [" one", "-two", "+2", " three"] }] },
    ]);
    expect(countsOf({ output: undefined })).toBeNull();
  });

  it.each([null, 7, "x", [], { changes: "x" }, { changes: [null, { path: 1 }] }, { edits: 3 }])("of %o is nothing", (odd) => {
    expect(changeOf({ name: "edit_file", input: odd, output: odd })).toEqual([]);
  });

  it("is about a file as soon as its name has come", () => {
    expect(subject(undefined, '{"path": "src/App.tsx", "conte')).toBe("src/App.tsx");
    expect(subject(undefined, '{"pat')).toBe("");
    expect(subject({ command: "npm test" })).toBe("npm test");
  });

  it("is about so many files, each counted once, or about something else", () => {
    const call = (name: string, input: object) => ({ name, input, draft: "" });
    expect(filesOf([call("write_file", { path: "a" }), call("write_file", { path: "b" }), call("edit_file", { path: "a" }), call("read_files", { paths: ["b", "c"] })])).toBe(3);
    expect(filesOf([call("write_file", { path: "a" }), call("run_command", { command: "b" })])).toBe(0);
  });
});

describe("a plan", () => {
  it("has what is done, at work and next where its writer ticks", () => {
    expect(planSteps(["[x] Look", "- [ ] Change", "[ ] Test"])).toEqual([
      { text: "Look", state: "done" },
      { text: "Change", state: "running" },
      { text: "Test", state: "next" },
    ]);
  });

  it("is ticked in front or behind", () => {
    expect(planSteps(["✓ Look", "Change (done)", "Prüfen (erledigt)", "Tell ✅", "Be done with it"]).map(({ text, state }) => `${text}: ${state}`)).toEqual([
      "Look: done",
      "Change: done",
      "Prüfen: done",
      "Tell: done",
      "Be done with it: running",
    ]);
  });

  it("has nothing at work any more when its run is over", () => {
    expect(planSteps(["[x] Look", "Change"], true).map(({ state }) => state)).toEqual(["done", "open"]);
  });

  it("claims nothing where nobody ticked", () => {
    expect(planSteps(["Look", "Change"]).map(({ state }) => state)).toEqual(["next", "next"]);
    expect(planSteps(Array.from({ length: 500 }, String))).toHaveLength(50);
  });
});

describe("time", () => {
  it("is counted in seconds, and never below none", () => {
    expect(secondsBetween("2026-01-01T10:00:00.000Z", "2026-01-01T10:00:12.400Z")).toBe(12);
    expect(secondsBetween("2026-01-01T10:00:00Z", "2026-01-01T09:00:00Z")).toBe(0);
    expect(secondsBetween("x", "y")).toBe(0);
    expect(spanOf(12, "en")).toBe("12s");
    expect(spanOf(65, "en")).toBe("1 min 5s");
  });
});

describe("Markdown in blocks", () => {
  const TEXT = "# Title\n\nWords\nmore\n\n```ts\nconst a = 1;\n\n\nconst b = 2;\n```\n\n- one\n\n  still one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n\n~~~\nopen";

  it("keeps a fence, a list item and a table whole", () => {
    expect(blocksOfMarkdown(TEXT)).toEqual([
      "# Title",
      "Words\nmore",
      "```ts\nconst a = 1;\n\n\nconst b = 2;\n```",
      "- one\n\n  still one\n- two",
      "| a | b |\n|---|---|\n| 1 | 2 |",
      "> quote",
      "~~~\nopen",
    ]);
  });

  it.each(Array.from({ length: TEXT.length }, (_, cut) => cut))("cut at %i, the finished ones are those of the whole", (cut) => {
    const finished = blocksOfMarkdown(TEXT.slice(0, cut)).slice(0, -1);
    expect(blocksOfMarkdown(TEXT).slice(0, finished.length)).toEqual(finished);
  });

  it("cuts what would be one block without end, and gives up on what is too deep or too long", () => {
    const list = Array.from({ length: 10_000 }, (_, at) => `${at + 1}. item ${at}`).join("\n");
    const blocks = blocksOfMarkdown(list);
    expect(blocks.length).toBeGreaterThan(5);
    expect(blocks.join("\n")).toBe(list);
    expect(isPlainOnly(`${"> ".repeat(500)}deep`)).toBe(true);
    expect(isPlainOnly("x".repeat(1_000_000))).toBe(true);
    expect(isPlainOnly("> a quote\n> of two")).toBe(false);
  });
});

describe("what waits for a person", () => {
  const step = { tool: "x", arguments: "{}", diff: null };

  it("is a command, word by word", () => {
    expect(waitingFor({ ...step, tool: "run_command", arguments: '{"command": "npx eslint \\"src/a b\\""}' })).toEqual({ kind: "command", command: 'npx eslint "src/a b"' });
    expect(commandWords('npx eslint "src/a b" \'c d\' --fix')).toEqual(["npx", "eslint", "src/a b", "c d", "--fix"]);
    expect(commandWords("x ".repeat(5_000)).length).toBeLessThanOrEqual(100);
  });

  it("is a change, a deletion, a question, or said as it is", () => {
    expect(waitingFor({ ...step, diff: PATCH }).kind).toBe("writes");
    expect(waitingFor({ ...step, diff: PATCH.slice(PATCH.indexOf("diff --git a/old"), PATCH.indexOf("diff --git a/one")) }).kind).toBe("deletes");
    const written = waitingFor({ ...step, tool: "write_file", arguments: '{"path": "src/new.ts", "content": "export {};\\n"}' });
    expect(written).toMatchObject({ kind: "writes", files: [{ path: "src/new.ts", additions: 1 }] });
    expect(waitingFor({ ...step, request: {} }).kind).toBe("request");
    expect(waitingFor({ ...step, arguments: "not json" })).toEqual({ kind: "other", text: "not json" });
    const asked = { question: "Keep?", why: "STUCK", findings: ["a", 3], may_go_on: true };
    expect(waitingFor({ ...step, tool: "checks_failed", arguments: JSON.stringify(asked) })).toEqual({
      kind: "question",
      asked: { question: "Keep?", why: "STUCK", findings: ["a"], mayGoOn: true },
    });
  });
});

describe("how a turn ended", () => {
  const ended = { status: "failed", failure_code: null, diff_id: null, revision_id: null, stopped_by: null, usage: { model_calls: 1 } } as const;

  it.each([
    [{ failure_code: "BUDGET_EXCEEDED", diff_id: "d" }, "cap", "raiseCap"],
    [{ failure_code: "BUDGET_EXCEEDED" }, "cap", "raiseCap"],
    [{ failure_code: "MERGE_CONFLICT", diff_id: "d" }, "conflict", "startOver"],
    [{ failure_code: "STUCK", diff_id: "d" }, "stuck", "goOn"],
    [{ failure_code: "MODEL_UNAVAILABLE" }, "model", "tryAgain"],
    [{ failure_code: "toString" }, "other", "tryAgain"],
    [{ status: "cancelled", diff_id: "d" }, "stopped", "goOn"],
    [{ status: "cancelled", usage: { model_calls: 0 } }, "dropped", null],
    [{ status: "interrupted" }, "interrupted", "tryAgain"],
    [{ status: "completed", revision_id: "r", stopped_by: "dollars" }, "cap", "raiseCap"],
  ] as const)("%o is %s, and what comes next is %s", (part, cause, next) => {
    const one = { ...ended, ...part };
    expect(causeOf(one)).toBe(cause);
    expect(nextOf(one, cause, true)).toBe(next);
  });

  it("needs no word when it came to its end, and nothing is gone on with that somebody decided on", () => {
    expect(causeOf({ ...ended, status: "completed" })).toBeNull();
    expect(nextOf({ ...ended, status: "cancelled", diff_id: "d" }, "stopped", false)).toBeNull();
  });
});
