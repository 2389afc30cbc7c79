import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Working } from "@/ui/Working";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"], now: 1_000_000 }));
afterEach(() => vi.useRealTimers());
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

it("says nothing of a short wait", () => {
  pass(5000);
  render(<Working label="Loading" />);
  pass(900);
  expect(screen.queryByText("Loading")).toBeNull();
  pass(200);
  expect(screen.getByText("Loading")).toBeTruthy();
});

it("counts one wait that is shown by several in turn, and a later one anew", () => {
  pass(5000);
  render(<Working label="Code" />);
  pass(800);
  cleanup();
  render(<Working label="Data" />);
  pass(250);
  expect(screen.getByText("Data")).toBeTruthy();
  cleanup();
  pass(5000);
  render(<Working label="Later" />);
  pass(900);
  expect(screen.queryByText("Later")).toBeNull();
});
