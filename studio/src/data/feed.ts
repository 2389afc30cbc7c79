import { ProblemError } from "@/data/api";
import type { Connection } from "@/data/connection";
import type { AppEvent } from "@/data/happenings";

/** A connection that says nothing for so long is dead; the server says something every 15 seconds. */
const SILENT_MS = 40_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

type Open = (after: number | null, signal: AbortSignal) => AsyncIterable<AppEvent | null>;

interface Ways {
  open: Open;
  /** Something happened; also what the stream says of itself. */
  tell: (event: AppEvent) => void;
  note: (change: Partial<Connection>) => void;
  /** Between 0 and 1: so that all pages do not come back at the same moment. */
  chance?: () => number;
}

/** What happens, for as long as the page is open: taken up again behind the last number whenever it is cut. */
export class Feed {
  #seq: number | null = null;
  #tries = 0;
  #reading: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  readonly #ways: Ways;

  constructor(ways: Ways) {
    this.#ways = ways;
  }

  /** Takes it up now, unless it is being read. */
  readonly resume = (): void => {
    clearTimeout(this.#timer);
    if (this.#reading) return;
    this.#reading = new AbortController();
    void this.#read(this.#reading);
  };

  /** For a page that has come back: a connection may look alive that is not. */
  readonly renew = (): void => {
    this.#leave();
    this.#tries = 0;
    this.resume();
  };

  readonly stop = (): void => {
    this.#leave();
    this.#ways.note({ feed: "away", again: null });
  };

  async #read(reading: AbortController): Promise<void> {
    let ended: "segment" | "superseded" | "cut" = "cut";
    let refusal: unknown = null;
    try {
      this.#watch(reading);
      for await (const event of this.#ways.open(this.#seq, reading.signal)) {
        this.#watch(reading);
        if (!event) continue;
        if (event.kind === "ended") ended = event.reconnect ? "segment" : "superseded";
        else this.#take(event);
      }
    } catch (error) {
      refusal = error;
    }
    clearTimeout(this.#watchdog);
    if (this.#reading !== reading) return;
    this.#reading = null;
    if (ended === "superseded") this.#ways.note({ feed: "away", again: null });
    else this.#again(ended === "segment" ? this.#jitter(300) : this.#pause(refusal), ended === "segment");
  }

  #take(event: Exclude<AppEvent, { kind: "ended" }>): void {
    this.#tries = 0;
    if (event.kind === "ready") this.#ways.note({ feed: "live", again: null });
    else if (this.#seq !== null && event.kind !== "gap" && event.seq <= this.#seq) return;
    this.#seq = event.seq;
    this.#ways.tell(event);
  }

  #again(pause: number, quiet: boolean): void {
    if (!quiet) this.#ways.note({ feed: "lost", again: Date.now() + pause });
    this.#timer = setTimeout(this.resume, pause);
  }

  /** Longer each time; as long as the server says, where it says so. */
  #pause(refusal: unknown): number {
    const asked = refusal instanceof ProblemError ? Number(refusal.response.headers.get("Retry-After")) * 1000 : 0;
    const longer = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#tries++);
    return Math.max(asked || 0, longer / 2 + this.#jitter(longer / 2));
  }

  #jitter(most: number): number {
    return (this.#ways.chance ?? Math.random)() * most;
  }

  #watch(reading: AbortController): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      if (this.#reading !== reading) return;
      reading.abort();
      this.#reading = null;
      this.#again(this.#jitter(FIRST_PAUSE_MS), false);
    }, SILENT_MS);
  }

  #leave(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#reading?.abort();
    this.#reading = null;
  }
}
