import { fireEvent, renderHook, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Turn } from "@/data/workspace";
import { AnswerAgain } from "@/features/chat/AnswerAgain";
import { useDraft } from "@/run/useDraft";
import { Refusal, show } from "@/testing/show";

describe("another answer", () => {
  const TALK = "POST /admin/apps/app_1/builder/chat/stream";
  const turn = { app_id: "app_1", id: "turn_1", conversation_id: "conv_1", prompt: "Make it blue" } as Turn;

  it("is given to the same words after a second word, in the place of the one that is there", async () => {
    const asked = await show(<AnswerAgain turn={turn} />, { [TALK]: () => ({}) });
    fireEvent.click(screen.getByRole("button", { name: "Another answer" }));
    expect(asked).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Another answer" }));
    expect(await screen.findByText("It is being answered again.")).toBeTruthy();
    const messages = [{ role: "user", parts: [{ type: "text", text: "Make it blue" }] }];
    expect(asked.map(({ body }) => body)).toEqual([{ messages, trigger: "regenerate-message", messageId: "turn_1" }]);
  });

  it("that is refused leaves the one that is there, and says why", async () => {
    await show(<AnswerAgain turn={turn} />, { [TALK]: () => new Refusal(409, { code: "NOT_LATEST_ANSWER", detail: "Another message came after this one." }) });
    fireEvent.click(screen.getByRole("button", { name: "Another answer" }));
    fireEvent.click(screen.getByRole("button", { name: "Another answer" }));
    expect((await screen.findByRole("alert")).textContent).toContain("This answer stays. Another message came after this one.");
  });

  it("may be had by other words: those that were said are in the message box", async () => {
    const asked = await show(<AnswerAgain turn={turn} />, {});
    fireEvent.click(screen.getByRole("button", { name: "Say it differently" }));
    const { result } = renderHook(() => useDraft("app_1.conv_1"));
    expect(result.current[0]).toBe("Make it blue");
    expect(asked).toEqual([]);
  });
});
