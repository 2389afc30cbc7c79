import { isHello, type News, type Picked, type Place, readNews } from "@/domain/bridge";
import { Budget } from "@/domain/budget";
import { EMPTY_LOG, type LineLog, withLines } from "@/domain/lineLog";

/** `silent`: the page that is there does not speak. `cut`: it said too much, so it is heard no more. `stopped`, `greedy`: it had to go. */
export type Link = "waiting" | "connected" | "silent" | "cut" | "stopped" | "greedy";

export interface PageView {
  link: Link;
  place: Place | null;
  picking: boolean;
  /** What would be picked. */
  aim: string;
  log: LineLog;
  /** The browser refuses storage to the page. */
  refused: boolean;
  /** Hosts that this load of the page was kept from. */
  blocked: readonly string[];
}

export type Command = { do: "go"; path: string } | { do: "back" | "forward" | "reload" } | { do: "pick" | "record"; on: boolean };

export const NO_PAGE: PageView = { link: "waiting", place: null, picking: false, aim: "", log: EMPTY_LOG, refused: false, blocked: [] };
const GRACE_MS = 1500;
const HUNG_MS = 3000;
const DEEPEST = 8;

/**
 * The Studio's end of the bridge to one frame. A port is given to the frame's own window and its exact origin only; what
 * comes over it is read by shape and size and at a bounded rate. More than that, and the page is cut off, which is said.
 */
export class FrameBridge {
  private view: PageView = NO_PAGE;
  private port: MessagePort | null = null;
  private greeted = false;
  private greetings = 0;
  private listening = false;
  private recorder: ((steps: unknown) => void) | null = null;
  private grace: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly knocks = new Budget(300, 60);
  private readonly words = new Budget(100, 30);

  constructor(
    private readonly origin: string,
    private readonly frame: () => Window | null,
    private readonly onPicked: (picked: Picked) => void,
    private readonly onKept: (kept: string) => void = () => undefined,
  ) {}

  readonly current = () => this.view;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Hears what comes to the Studio's window, until the answer is called. */
  listen(window: Window): () => void {
    const hear = (event: MessageEvent) => this.hear(event);
    window.addEventListener("message", hear);
    this.listening = true;
    return () => {
      this.listening = false;
      window.removeEventListener("message", hear);
      clearTimeout(this.grace);
      this.close();
    };
  }

  /** The frame has loaded something. A page of ours has greeted before; what has not in a moment is none. */
  loaded(): void {
    clearTimeout(this.grace);
    if (this.greeted) this.greeted = false;
    else this.grace = setTimeout(() => this.quiet(), GRACE_MS);
  }

  ask(command: Command): void {
    if (!this.port) return;
    this.port.postMessage(command);
    if (command.do === "pick") this.show({ picking: command.on, aim: "" });
  }

  /** Loads the page again. One that does not come back in a moment hangs: then `otherwise`. */
  reload(otherwise: () => void): void {
    if (!this.port) return otherwise();
    const before = this.greetings;
    this.ask({ do: "reload" });
    setTimeout(() => before === this.greetings && this.listening && otherwise(), HUNG_MS);
  }

  /** What is done in the page, as the page tells it; the page is loaded anew, so that it begins as for somebody who comes to it. */
  record(recorder: ((steps: unknown) => void) | null): void {
    this.recorder = recorder;
    this.ask({ do: "record", on: !!recorder });
    if (recorder) this.ask({ do: "reload" });
  }

  clear(): void {
    this.show({ log: { ...EMPTY_LOG, next: this.view.log.next } });
  }

  private hear(event: MessageEvent): void {
    const frame = this.frame();
    if (!frame || this.isOver() || !isWithin(event.source, frame)) return;
    if (!this.knocks.spend(performance.now())) return this.end("stopped");
    if (event.source !== frame || event.origin !== this.origin || !isHello(event.data)) return;
    if (this.view.link !== "cut") this.connect(frame);
  }

  private connect(frame: Window): void {
    clearTimeout(this.grace);
    this.close();
    this.greeted = true;
    this.greetings += 1;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => port1 === this.port && this.read(data);
    frame.postMessage({ chatbuilder: "port" }, this.origin, [port2]);
    if (this.recorder) port1.postMessage({ do: "record", on: true });
    this.show({ link: "connected", picking: false, aim: "", refused: false, blocked: [] });
  }

  private read(data: unknown): void {
    if (!this.words.spend(performance.now())) return this.end("cut");
    const news = readNews(data);
    if (news) this.take(news);
    if (news) this.recorder?.((data as { steps?: unknown }).steps);
  }

  /** A page may end the picking; that it goes on is the person's word, so that no page picks itself into a message. */
  private take({ lines, lost, place, aim = "", picking, picked, refused, kept, blocked = this.view.blocked }: News): void {
    const asked = this.view.picking;
    const goesOn = asked && picking !== false && !picked;
    this.show({ place: place ?? this.view.place, picking: goesOn, aim: goesOn ? aim || this.view.aim : "", log: withLines(this.view.log, lines, lost), refused: refused ?? this.view.refused, blocked });
    if (kept !== undefined) this.onKept(kept);
    if (picked && asked) this.onPicked(picked);
  }

  private quiet(): void {
    if (this.view.link === "cut" || this.isOver()) return;
    this.close();
    this.show({ link: "silent", place: null, picking: false, aim: "" });
  }

  /** The page takes the keyboard from the user again and again. */
  stopGreedy(): void {
    this.end("greedy");
  }

  private isOver(): boolean {
    return this.view.link === "stopped" || this.view.link === "greedy";
  }

  private end(link: "cut" | "stopped" | "greedy"): void {
    this.close();
    this.show({ link, picking: false, aim: "" });
  }

  private close(): void {
    this.port?.close();
    this.port = null;
  }

  private show(change: Partial<PageView>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** Whether a window is the frame's, or of a frame within it. */
function isWithin(source: MessageEventSource | null, frame: Window): boolean {
  let at = source as Window | null;
  for (let depth = 0; at && depth < DEEPEST; depth += 1) {
    if (at === frame) return true;
    if (at.parent === at) return false;
    at = at.parent;
  }
  return false;
}
