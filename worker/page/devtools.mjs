// The DevTools protocol over the browser's pipe: no port, so no page can reach it.

const MOST_MESSAGE = 48 * 1024 * 1024;

export class Timeout extends Error {}

export class DevTools {
  #write;
  #parts = [];
  #size = 0;
  #next = 1;
  #waiting = new Map();
  #listeners = [];
  #closed = false;

  constructor(write, read) {
    this.#write = write;
    write.on('error', () => this.close());
    read.on('data', (chunk) => this.#take(chunk));
    read.on('error', () => this.close());
    read.on('close', () => this.close());
  }

  on(listener) {
    this.#listeners.push(listener);
  }

  /** The answer of `method`; Timeout when there is none in time. */
  send(method, params = {}, { session, ms = 15_000 } = {}) {
    if (this.#closed) return Promise.reject(new Error('The browser has ended.'));
    const id = this.#next++;
    const message = { id, method, params, ...(session && { sessionId: session }) };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle(id, new Timeout(method)), ms);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#write.write(`${JSON.stringify(message)}\0`);
    });
  }

  close() {
    this.#closed = true;
    for (const id of [...this.#waiting.keys()]) this.#settle(id, new Error('The browser has ended.'));
  }

  #take(chunk) {
    let rest = chunk;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      this.#parts.push(rest.subarray(0, end));
      if (this.#size <= MOST_MESSAGE) this.#message(Buffer.concat(this.#parts).toString('utf8'));
      this.#parts = [];
      this.#size = 0;
      rest = rest.subarray(end + 1);
    }
    this.#size += rest.length;
    if (this.#size > MOST_MESSAGE) this.#parts = []; // forgotten as it comes: what a page says has no bound
    else this.#parts.push(rest);
  }

  #message(text) {
    const message = JSON.parse(text);
    if (message.id !== undefined) this.#settle(message.id, message.error && new Error(message.error.message), message.result);
    else for (const listener of this.#listeners) listener(message);
  }

  #settle(id, error, result) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (error) waiting.reject(error);
    else waiting.resolve(result);
  }
}
