import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Workspace } from "@/data/workspace";
import { TerminalPane } from "@/features/terminal/TerminalPane";
import { type Answers, Refusal, show } from "@/testing/show";

const RUN = "POST /projects/app_1/terminal/run";
const BUILD = "GET /admin/apps/app_1/builder/builds/bld_1";
const answer = (over: object) => ({ success: true, stdout: "", stderr: "", data: {}, ...over });
const open = (answers: Answers) => show(<TerminalPane workspace={{ app: { id: "app_1" } } as unknown as Workspace} />, answers);
const field = () => screen.getByLabelText<HTMLInputElement>("Command");
const give = (command: string) => {
  fireEvent.change(field(), { target: { value: command } });
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
};

beforeEach(() => localStorage.clear());

describe("the terminal", () => {
  it("is empty with words, and writes what is allowed into its field", async () => {
    await open({});
    expect(screen.getByText("No command has been run yet")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "npm test" }));
    expect([field().value, document.activeElement]).toEqual(["npm test", field()]);
  });

  it("shows the whole output when the worker is done", async () => {
    const asked = await open({ [RUN]: () => answer({ stdout: "short", data: { build_id: "bld_1", build_status: "succeeded" } }), [BUILD]: () => ({ id: "bld_1", status: "succeeded", error: null, output: "\u001b[32m3 passed\u001b[0m\n" }) });
    give("npm test");
    expect((await screen.findByText("3 passed")).className).toContain("text-ok");
    expect(screen.getByText("Done")).toBeTruthy();
    expect(asked[0]?.body).toEqual({ command: "npm test", cwd: "" });
    expect(field().value).toBe("");
  });

  it("says why a command failed, in the words of the worker", async () => {
    await open({ [RUN]: () => answer({ success: false, stderr: "x", data: { build_id: "bld_1", build_status: "failed" } }), [BUILD]: () => ({ status: "failed", error: { message: "It ended with exit code 1." }, output: "boom" }) });
    give("npm test");
    await screen.findByText("It ended with exit code 1.");
    await screen.findByText("boom");
  });

  it("goes on asking for one that takes long", async () => {
    let status = "running";
    await open({ [RUN]: () => answer({ success: false, stderr: "still", data: { build_id: "bld_1", build_status: "running" } }), [BUILD]: () => ({ status, error: null, output: status === "running" ? null : "at last" }) });
    give("npm run build");
    await screen.findByText("Still running; this may be left");
    status = "succeeded";
    await screen.findByText("at last", undefined, { timeout: 4000 });
  });

  it("says of a refused command why, and what is allowed", async () => {
    await open({ [RUN]: () => answer({ success: false, stderr: "`rm` is never run." }) });
    give("rm -r src");
    await screen.findByText("`rm` is never run.");
    expect(screen.getByText(/These run without asking: npm test,/)).toBeTruthy();
  });

  it("says where a command that waits for a word can be asked for", async () => {
    await open({ [RUN]: () => answer({ success: false, stderr: "Not run: this command waits.", data: { status: "needs_approval" } }) });
    give("node x.js");
    await screen.findByText("Waiting for you");
    expect(screen.getByText(/Ask the agent for it/)).toBeTruthy();
  });

  it("loses nothing when the server does not take it, and sends it again", async () => {
    const asked = await open({ [RUN]: () => new Refusal(429, { code: "RATE_LIMITED", detail: "Too many requests." }) });
    give("npm test");
    await screen.findByText(/It was not run. Too many requests./);
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(asked.length).toBe(2));
  });

  it("walks through what was given before, and back to nothing", async () => {
    await open({ [RUN]: () => answer({ success: false, stderr: "no" }) });
    for (const command of ["one", "two", "one"]) {
      give(command);
      await waitFor(() => expect(screen.getByRole("button", { name: "Run" })).toBeTruthy());
    }
    const seen = ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown"].map((key) => {
      fireEvent.keyDown(field(), { key });
      return field().value;
    });
    expect(seen).toEqual(["one", "two", "two", "one", ""]);
  });
});
