import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Connection } from "@/data/connection";
import { Feed } from "@/data/feed";
import type { AppEvent } from "@/data/happenings";
import { newsOf } from "@/data/news";
import { readAgain, staleAfter } from "@/data/stale";

const AT = "2026-11-24T12:00:00.000Z";
const APP = "app_01k9yzr3n5d7t8v2w4x6y8z001";
const happened = (seq: number): AppEvent => ({ kind: "published", seq, at: AT, app_id: APP, revision_id: "rev_1" }) as AppEvent;
const ready = (seq: number): AppEvent => ({ kind: "ready", seq });
const ended = (reconnect: boolean): AppEvent => ({ kind: "ended", reason: reconnect ? "segment" : "superseded", reconnect });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A feed over connections that a test writes down; one that is not there is refused. */
function feedOver(connections: readonly (readonly (AppEvent | null | "hangs")[])[]) {
  const asked: (number | null)[] = [];
  const told: number[] = [];
  const states: Connection["feed"][] = [];
  const feed = new Feed({
    async *open(after, signal) {
      asked.push(after);
      const events = connections[asked.length - 1];
      if (!events) throw new TypeError("Failed to fetch");
      for (const event of events) {
        if (event !== "hangs") yield event;
        else await new Promise((_, refuse) => signal.addEventListener("abort", () => refuse(new Error("aborted"))));
      }
    },
    tell: (event) => void ("seq" in event && event.kind !== "ready" && told.push(event.seq)),
    note: ({ feed: state }) => void (state && states.push(state)),
    chance: () => 0,
  });
  return { feed, asked, told, states };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("the feed", () => {
  it("goes on behind the last number wherever it was cut, and tells nothing twice", async () => {
    const whole = [1, 2, 3, 4].map(happened);
    for (let cut = 0; cut <= whole.length; cut++) {
      const { feed, asked, told } = feedOver([
        [ready(0), ...whole.slice(0, cut)],
        [ready(cut), ...whole.slice(Math.max(0, cut - 1)), ended(true)],
        [ready(4), "hangs"],
      ]);
      feed.resume();
      await pass(2000);
      expect([asked, told]).toEqual([
        [null, cut, 4],
        [1, 2, 3, 4],
      ]);
      feed.stop();
    }
  });

  it("says that it is lost, tries more and more rarely, and at once when somebody is back", async () => {
    const { feed, asked, states } = feedOver([]);
    feed.resume();
    await pass(120_000);
    expect(states[0]).toBe("lost");
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.length).toBeLessThan(20);
    const before = asked.length;
    feed.renew();
    await pass(1);
    expect(asked.length).toBe(before + 1);
    feed.stop();
  });

  it("takes a connection that says nothing for 40 seconds for dead, and one that says that it lives for alive", async () => {
    const { feed, asked } = feedOver([[ready(7), "hangs"], [ready(7), "hangs"]]);
    feed.resume();
    await pass(39_000);
    expect(asked).toEqual([null]);
    await pass(2_000);
    expect(asked).toEqual([null, 7]);
    feed.stop();
  });

  it("does not come back by itself when newer tabs took its place, but when somebody does", async () => {
    const { feed, asked, states } = feedOver([[ready(1), ended(false)], [ready(1), "hangs"]]);
    feed.resume();
    await pass(60_000);
    expect([asked, states.at(-1)]).toEqual([[null], "away"]);
    feed.resume();
    await pass(1);
    expect([asked, states.at(-1)]).toEqual([[null, 1], "live"]);
    feed.stop();
  });
});

describe("what an event makes stale", () => {
  const keys = (event: Partial<AppEvent>) => staleAfter({ seq: 1, at: AT, app_id: APP, ...event } as AppEvent).map((stale) => JSON.stringify(stale));

  it("is of its own app alone", () => {
    expect(keys({ kind: "run_ended" }).every((key) => key.includes(APP) || key.includes("waits"))).toBe(true);
    expect(keys({ kind: "ready" })).toEqual([]);
  });

  it("is everything when something was missed, or when a newer server says what we do not know", () => {
    expect(keys({ kind: "gap" })).toEqual(['{"key":[]}']);
    expect(keys({ kind: "astonished" } as unknown as Partial<AppEvent>)).toEqual(['{"key":[]}']);
  });

  it("is read once however often it is told, and a page that is shown keeps its address", async () => {
    const cache = new QueryClient();
    cache.setQueryData(["previews", APP, "rev_1"], { preview_url: "x" });
    cache.setQueryData(["previews", APP, "rev_2"], { status: "queued" });
    cache.setQueryData(["apps", APP, "workspace"], {});
    cache.setQueryData(["apps", "app_other", "workspace"], {});
    const spy = vi.spyOn(cache, "invalidateQueries");
    const event = { kind: "build_ended", seq: 1, at: AT, app_id: APP, revision_id: "rev_2", status: "succeeded" } as AppEvent;
    await readAgain(cache, [event, event, event]);
    expect(spy).toHaveBeenCalledTimes(6);
    const stale = cache.getQueryCache().getAll().filter((query) => query.state.isInvalidated);
    expect(stale.map((query) => query.queryKey)).toEqual([
      ["previews", APP, "rev_2"],
      ["apps", APP, "workspace"],
    ]);
  });
});

describe("news", () => {
  const ends = (over: object) => ({ kind: "run_ended", seq: 1, at: AT, app_id: APP, run_id: "run_1", status: "completed", ...over }) as AppEvent;
  const now = Date.parse(AT) + 1000;

  it("is that a run has ended, failed or waits, and not that a person stopped it or what is long past", () => {
    expect(newsOf(ends({}), now)?.what).toBe("ended");
    expect(newsOf(ends({ status: "failed" }), now)?.what).toBe("failed");
    expect(newsOf(ends({ kind: "run_waits" }), now)?.what).toBe("waits");
    expect(newsOf(ends({ status: "cancelled" }), now)).toBe(null);
    expect(newsOf(ends({}), now + 3_600_000)).toBe(null);
    expect(newsOf(happened(1), now)).toBe(null);
  });
});
