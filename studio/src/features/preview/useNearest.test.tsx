import { act, renderHook } from "@testing-library/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiContext } from "@/data/api";
import { createClient } from "@api/index";
import { type FrameBridge, NO_PAGE, type PageView } from "@/features/preview/FrameBridge";
import { useNearest } from "@/features/preview/useNearest";
import { answers, ask, SERVER } from "@/testing/handlers";

const place = (path: string, dead?: true) => ({ path, back: false, forward: false, ...(dead ? { dead } : {}) });
const onLeave = vi.fn();

/** The Studio's end of a frame that shows this. */
function bridge(first: Partial<PageView>) {
  let view: PageView = { ...NO_PAGE, ...first };
  const listeners = new Set<() => void>();
  const own = { current: () => view, subscribe: (one: () => void) => (listeners.add(one), () => void listeners.delete(one)) };
  const say = (more: Partial<PageView>) => act(() => ((view = { ...view, ...more }), listeners.forEach((one) => one())));
  return { frame: own as unknown as FrameBridge, say };
}

function begin(path: string, before: FrameBridge | null = null) {
  const files = [{ path: "index.html" }, { path: "menu.html" }];
  const server = [answers("get", "/admin/apps/{app_id}/builder/revisions/{revision_id}", { dist_manifest: { files } })];
  const api = createClient({ url: SERVER, token: "t", fetch: (request: Request) => ask(server, request) });
  const around = ({ children }: { children: ReactNode }) => (
    <ApiContext value={api}>
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    </ApiContext>
  );
  const shown = { key: "rev_2-0", path, app: "app_1", revision: "rev_2" };
  return renderHook(({ built }: { built: FrameBridge | null }) => useNearest(built, shown, onLeave), { wrapper: around, initialProps: { built: before } });
}

beforeEach(() => onLeave.mockReset());

it("goes one step up where the page says that nothing is there, and only then", () => {
  const { rerender } = begin("/a/b?c");
  const { frame, say } = bridge({});
  rerender({ built: frame });
  say({ link: "connected", place: place("/a/b?c") });
  expect(onLeave).not.toHaveBeenCalled();
  say({ place: place("/a/b?c", true) });
  expect(onLeave).toHaveBeenCalledExactlyOnceWith("/a/b?c", "/a");
});

it("stays at the front page, where a person went on alone, and with a page that was there before", () => {
  const { frame } = bridge({ link: "connected", place: place("/", true) });
  begin("/").rerender({ built: frame });
  const elsewhere = bridge({ link: "connected", place: place("/b", true) });
  begin("/a").rerender({ built: elsewhere.frame });
  const before = bridge({ link: "connected", place: place("/a", true) });
  begin("/a", before.frame).rerender({ built: before.frame });
  expect(onLeave).not.toHaveBeenCalled();
});

it("leaves a file that this version does not have, and not one that only does not speak", async () => {
  const { frame } = bridge({ link: "silent" });
  begin("/about.html").rerender({ built: frame });
  await vi.waitFor(() => expect(onLeave).toHaveBeenCalledExactlyOnceWith("/about.html", "/"));
  begin("/menu.html").rerender({ built: frame });
  await new Promise((done) => setTimeout(done, 50));
  expect(onLeave).toHaveBeenCalledOnce();
});
