import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useAgo } from "@/ui/useAgo";

function Told({ at }: { at: string }) {
  return <time>{useAgo()(at)}</time>;
}

const NOW = "2026-03-01T12:00:00Z";
const told = () => screen.getAllByRole("time").map(({ textContent }) => textContent);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW) });
});
afterEach(() => {
  vi.useRealTimers();
});

it("times go on while the page is open, all by one timer that ends with them", () => {
  const { unmount } = render(
    <>
      <Told at={NOW} />
      <Told at="2026-03-01T11:57:00Z" />
    </>,
  );
  expect(told()).toEqual(["now", "3 minutes ago"]);
  expect(vi.getTimerCount()).toBe(1);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(told()).toEqual(["1 minute ago", "4 minutes ago"]);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
