import type { RunEvent } from "@api/index";
import { describe, expect, it, vi } from "vitest";
import { fold } from "@/run/fold";
import { Follower } from "@/run/follow";
import { EMPTY_RUN } from "@/run/view";
import { EVENTS } from "@/testing/stream";

const WHOLE = EVENTS.reduce(fold, EMPTY_RUN);
const CUTS = EVENTS.map((_, cut) => cut);
const WAITS = EVENTS.findIndex((event) => event.type === "finish") + 1;

/** A server that gives what comes after a number; `plays` says, connection by connection, where it stops and how. */
function server(...plays: { until?: number; from?: number; fails?: boolean }[]) {
  const asked: number[] = [];
  async function* stream(after: number): AsyncGenerator<RunEvent> {
    const { until = EVENTS.length, from = after, fails = false } = plays[asked.push(after) - 1] ?? {};
    yield* EVENTS.slice(from, until);
    if (fails) throw new TypeError("network error");
  }
  return { asked, stream };
}

const settled = () => new Promise((wake) => setTimeout(wake, 30));

async function followed(stream: (after: number) => AsyncIterable<RunEvent>) {
  const follower = new Follower(stream);
  const leave = follower.subscribe(() => undefined);
  await settled();
  return { follower, leave };
}

describe("a run that is followed", () => {
  it("is the whole view at its end, and is not read again", async () => {
    const { asked, stream } = server({ until: WAITS });
    const { follower } = await followed(stream);
    expect(follower.current().view.segment).toBe("waits");
    follower.resume();
    await settled();
    expect(follower.current()).toEqual({ view: WHOLE, cut: false });
    follower.resume();
    expect(asked).toEqual([0, WAITS]);
  });

  it.each(CUTS)("cut after event %i says so, and is whole when it is taken up again", async (cut) => {
    const { asked, stream } = server({ until: cut, fails: true }, {});
    const { follower } = await followed(stream);
    expect(follower.current()).toMatchObject({ cut: true, view: { seq: cut } });
    follower.resume();
    await settled();
    expect(follower.current()).toEqual({ view: WHOLE, cut: false });
    expect(asked).toEqual([0, cut]);
  });

  it("is whole when the server begins again from the first event", async () => {
    const { stream } = server({ until: 20, fails: true }, { from: 0 });
    const { follower } = await followed(stream);
    follower.resume();
    await settled();
    expect(follower.current()).toEqual({ view: WHOLE, cut: false });
  });

  it("is read once, however often it is asked to go on", async () => {
    const { asked, stream } = server();
    const follower = new Follower(stream);
    follower.subscribe(() => undefined);
    follower.subscribe(() => undefined);
    follower.resume();
    await settled();
    expect(asked).toEqual([0]);
  });

  it("tells the events of a frame at once", async () => {
    const { stream } = server();
    const follower = new Follower(stream);
    const listener = vi.fn();
    follower.subscribe(listener);
    await settled();
    expect(listener.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it("is left when nobody listens, keeps what it saw, and goes on behind it", async () => {
    const signals: AbortSignal[] = [];
    const asked: number[] = [];
    const follower = new Follower(async function* (after, signal) {
      asked.push(after);
      signals.push(signal);
      yield* EVENTS.slice(after, after + 5);
      await new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
    });
    const leave = follower.subscribe(() => undefined);
    await settled();
    leave();
    await settled();
    expect(signals[0]?.aborted).toBe(true);
    expect(follower.current()).toMatchObject({ cut: false, view: { seq: 5 } });
    follower.subscribe(() => undefined);
    await settled();
    expect(asked).toEqual([0, 5]);
    expect(follower.current().view.seq).toBe(10);
  });
});
