import type { RunEvent } from "@api/index";
import { fold } from "@/run/fold";
import { EMPTY_RUN, type RunView } from "@/run/view";

type Stream = (after: number, signal: AbortSignal) => AsyncIterable<RunEvent>;

export interface Followed {
  view: RunView;
  /** The stream was cut and could not be resumed; the run itself goes on. */
  cut: boolean;
}

/** One run as its events show it. Listeners are notified once a frame, with all events of that frame folded in. */
export class Follower {
  #followed: Followed = { view: EMPTY_RUN, cut: false };
  #listeners = new Set<() => void>();
  #frame = 0;
  #reading: AbortController | null = null;
  readonly #stream: Stream;

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  readonly current = (): Followed => this.#followed;

  /** Follows while somebody listens. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.resume();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#leave();
    };
  };

  /** Reads the stream after the last event, unless it is being read or nothing more will come. */
  readonly resume = (): void => {
    if (this.#reading || this.#followed.view.segment === "over") return;
    this.#reading = new AbortController();
    void this.#read(this.#reading);
  };

  async #read(reading: AbortController): Promise<void> {
    let cut = false;
    try {
      for await (const event of this.#stream(this.#followed.view.seq, reading.signal)) this.#take(event);
    } catch {
      cut = true;
    }
    if (this.#reading !== reading) return;
    this.#reading = null;
    const { view } = this.#followed;
    this.#notify({ view: cut || view.segment === "waits" ? view : { ...view, segment: "over" }, cut });
  }

  #take(event: RunEvent): void {
    const view = fold(this.#followed.view, event);
    if (view === this.#followed.view) return;
    this.#followed = { view, cut: false };
    this.#frame ||= requestAnimationFrame(() => this.#notify(this.#followed));
  }

  #notify(followed: Followed): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#followed = followed;
    for (const listener of this.#listeners) listener();
  }

  #leave(): void {
    this.#reading?.abort();
    this.#reading = null;
  }
}
