import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { App } from "@/data/apps";
import { type Session, SessionContext } from "@/data/session";
import { TakeAwayDialog } from "@/features/delivery/TakeAwayDialog";
import { type Answers, Refusal, show } from "@/testing/show";

const EXPORT = "GET /admin/apps/app_1/builder/export";
const app = { id: "app_1", name: "Rosa", slug: "rosa" } as App;
const assign = vi.fn();
const open = (answers: Answers) =>
  show(
    <SessionContext value={{ api: "https://api.test/v1" } as Session}>
      <TakeAwayDialog app={app} onClose={() => undefined} />
    </SessionContext>,
    answers,
  );
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name, hidden: true }));

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  assign.mockClear();
  vi.stubGlobal("location", { ...location, assign });
});

describe("the dialog in which the project leaves", () => {
  it("has the files packed and saves them", async () => {
    await open({ [EXPORT]: () => ({ url: "https://files.test/rosa.zip", file_name: "rosa.zip", revision_id: "rev_1", seconds: 600 }) });
    press("Download zip");
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://files.test/rosa.zip"));
  });

  it("says how it is cloned, and where a key is made", async () => {
    await open({});
    expect(screen.getByText("git clone https://api.test/v1/git/app_1.git rosa")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Make an API key", hidden: true }).getAttribute("href")).toBe("/account");
  });

  it("says why there is no file", async () => {
    await open({ [EXPORT]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "The storage is away." }) });
    press("Download bundle");
    expect(await screen.findByText("The storage is away.")).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
  });
});
