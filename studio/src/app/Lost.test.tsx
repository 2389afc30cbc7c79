import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Lost } from "@/app/Lost";
import { SignedOut } from "@/features/access/SignedOut";
import { show } from "@/testing/show";
import type { Config } from "@/data/config";

it.each([
  ["page", "There is no such page"],
  ["app", "There is no such app"],
] as const)("an address of no %s says so", async (what, title) => {
  await show(<Lost what={what} />, {});
  expect(screen.getByRole("heading", { name: title })).toBeTruthy();
});

it("where only a fresh address signs in, nothing promises to do it, and no sign of markup is shown", async () => {
  await show(<SignedOut config={{ local: true } as unknown as Config} />, {});
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  expect(document.body.textContent).not.toContain("`");
});
