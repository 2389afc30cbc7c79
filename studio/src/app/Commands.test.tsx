import type { AnyRouter } from "@tanstack/react-router";
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Commands } from "@/app/Commands";
import { show } from "@/testing/show";

it("a letter counts as soon as a dialog is closed, though its end is told later, and not while one is still on its way", async () => {
  const navigate = vi.fn();
  const letter = (key: string) => fireEvent.keyDown(document.body, { key });
  await show(<Commands router={{ navigate } as unknown as AnyRouter} />, {});
  letter("?");
  letter("n");
  expect(navigate).not.toHaveBeenCalled();
  const sheet = await screen.findByRole("dialog", { hidden: true });
  letter("n");
  expect(navigate).not.toHaveBeenCalled();
  sheet.removeAttribute("open");
  letter("n");
  expect(navigate).toHaveBeenCalledTimes(1);
  act(() => void sheet.dispatchEvent(new Event("close")));
  letter("?");
  expect((await screen.findByRole("dialog", { hidden: true })).hasAttribute("open")).toBe(true);
});
