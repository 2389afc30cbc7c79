import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Command, FrameBridge } from "@/features/preview/FrameBridge";

const ORIGIN = "http://rev.preview.localhost:1";
const HELLO = { chatbuilder: "hello", version: 1 };
const PICKED = { tag: "a", role: "", name: "", text: "", path: "a", classes: [] };

/** A frame's window, and the page's end of the port that it is given. */
class Frame {
  readonly self = { postMessage: (_: unknown, origin: string, [port]: MessagePort[]) => this.given(origin, port!) } as unknown as Window;
  port: MessagePort | null = null;
  origins: string[] = [];
  heard: Command[] = [];

  constructor() {
    Object.assign(this.self, { parent: window });
  }

  private given(origin: string, port: MessagePort) {
    this.origins.push(origin);
    this.port = port;
    port.onmessage = ({ data }) => this.heard.push(data as Command);
  }
}

const picked = vi.fn();
let frame: Frame;
let bridge: FrameBridge;
let leave: () => void;

function say(data: unknown, source: unknown = frame.self, origin = ORIGIN) {
  const event = new Event("message");
  Object.assign(event, { data, origin, source });
  window.dispatchEvent(event);
}

/** What is posted arrives in a later turn. */
async function news(more: object) {
  frame.port!.postMessage({ kind: "news", lines: [], lost: 0, ...more });
  await new Promise((resolve) => setTimeout(resolve, 5));
}

beforeEach(() => {
  picked.mockReset();
  frame = new Frame();
  bridge = new FrameBridge(ORIGIN, () => frame.self, picked);
  leave = bridge.listen(window);
});
afterEach(() => leave());

describe("a port", () => {
  it("is given to the frame's own window and exact origin", () => {
    say(HELLO, window);
    say(HELLO, frame.self, "http://other.preview.localhost:1");
    say(HELLO, frame.self, "null");
    say({ ...HELLO, version: 2 });
    say(HELLO, { parent: frame.self });
    expect(frame.origins).toEqual([]);
    say(HELLO);
    expect([frame.origins, bridge.current().link]).toEqual([[ORIGIN], "connected"]);
  });

  it("brings what has the right shape, and nothing else", async () => {
    say(HELLO);
    await news({ place: { path: "/a", back: true, forward: false } });
    await news({ place: { path: "/b", back: "yes", forward: false } });
    expect(bridge.current().place?.path).toBe("/a");
  });
});

describe("an element", () => {
  it("is taken when the person asked to point, once", async () => {
    say(HELLO);
    await news({ picking: true, picked: PICKED });
    expect(picked).not.toHaveBeenCalled();
    bridge.ask({ do: "pick", on: true });
    expect(bridge.current().picking).toBe(true);
    await news({ picked: PICKED });
    await news({ picked: PICKED });
    expect(picked).toHaveBeenCalledExactlyOnceWith(PICKED);
    expect(bridge.current().picking).toBe(false);
  });
});

describe("what is done in the page", () => {
  it("is passed on while the person records, also over a page that loads", async () => {
    const CLICK = { do: "click", role: "button", name: "Add" };
    const recorded = vi.fn();
    say(HELLO);
    await news({ steps: [CLICK] });
    bridge.record(recorded);
    await news({ steps: [CLICK] });
    say(HELLO);
    await news({ steps: ["odd"] });
    expect(recorded.mock.calls).toEqual([[[CLICK]], [["odd"]]]);
    expect(frame.heard.filter(({ do: what }) => what === "record")).toHaveLength(2);
    bridge.record(null);
    await news({ steps: [CLICK] });
    expect(recorded).toHaveBeenCalledTimes(2);
  });
});

describe("a flood", () => {
  it("over the port cuts the page off for good", async () => {
    say(HELLO);
    for (let at = 0; at < 200; at += 1) frame.port!.postMessage({ kind: "news", lines: [], lost: 1 });
    await news({});
    expect(bridge.current().link).toBe("cut");
    say(HELLO);
    expect(bridge.current().link).toBe("cut");
  });

  it("at the Studio's window takes the page away, also from a frame within it", () => {
    for (let at = 0; at < 400; at += 1) say("x", { parent: frame.self }, "null");
    expect(bridge.current().link).toBe("stopped");
  });

  it("of somebody else is not the page's", () => {
    for (let at = 0; at < 400; at += 1) say("x", { parent: { parent: null } });
    expect(bridge.current().link).toBe("waiting");
  });
});

describe("a page that loads", () => {
  it("without a greeting is silent after a moment", () => {
    vi.useFakeTimers();
    say(HELLO);
    bridge.loaded();
    vi.advanceTimersByTime(5000);
    expect(bridge.current().link).toBe("connected");
    bridge.loaded();
    vi.advanceTimersByTime(5000);
    expect(bridge.current().link).toBe("silent");
    vi.useRealTimers();
  });
});
