import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { BlockedHosts } from "@/features/preview/BlockedHosts";
import { Refusal, show } from "@/testing/show";

const ALLOW = "POST /admin/apps/app_1/builder/allow-host";

it("allows a host with one click, but not with one that was under way when it appeared, and loads the page again", async () => {
  const onAllowed = vi.fn();
  const asked = await show(<BlockedHosts app="app_1" hosts={["api.example.com"]} onAllowed={onAllowed} />, { [ALLOW]: () => ({}) });
  expect(await screen.findByText(/wants to reach api.example.com/)).toBeTruthy();
  const button = screen.getByRole("button", { name: "Allow api.example.com" });
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("false"), { timeout: 3000 });
  expect(asked.some(({ route }) => route === ALLOW)).toBe(false);
  fireEvent.click(button);
  await waitFor(() => expect(onAllowed).toHaveBeenCalledOnce());
  expect(asked.find(({ route }) => route === ALLOW)?.body).toEqual({ host: "api.example.com" });
});

it("says why a host is not allowed, and how many more there are", async () => {
  const hosts = ["a.example", "b.example", "c.example", "d.example"];
  await show(<BlockedHosts app="app_1" hosts={hosts} onAllowed={() => {}} />, { [ALLOW]: () => new Refusal(403, { code: "PERSON_REQUIRED", detail: "Only a signed-in person may allow a host." }) });
  expect(await screen.findByText("It wants to reach 1 more host.")).toBeTruthy();
  const button = screen.getByRole("button", { name: "Allow a.example" });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("false"), { timeout: 3000 });
  fireEvent.click(button);
  expect(await screen.findByText("Only a signed-in person may allow a host.")).toBeTruthy();
});
