import type { AnyRouter } from "@tanstack/react-router";
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Commands } from "@/app/Commands";
import { choose } from "@/app/usePreferences";
import { show } from "@/testing/show";

const letter = (key: string) => fireEvent.keyDown(document.body, { key });

it("a letter does nothing until somebody switches that on; Ctrl always does", async () => {
  const navigate = vi.fn();
  await show(<Commands router={{ navigate } as unknown as AnyRouter} />, {});
  for (const key of ["n", "h", "?", "2"]) letter(key);
  expect(navigate).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: "/", ctrlKey: true });
  const sheet = await screen.findByRole("dialog", { hidden: true });
  fireEvent.click(screen.getByText("Switch single-letter keys on"));
  sheet.removeAttribute("open");
  letter("n");
  expect(navigate).toHaveBeenCalledTimes(1);
});

it("a letter counts as soon as a dialog is closed, though its end is told later, and not while one is still on its way", async () => {
  const navigate = vi.fn();
  choose({ singleKeys: true });
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
