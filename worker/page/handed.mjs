// What a page hands to a person: the text it copied and the files it let them download, in a sentence each.

import { mkdtempSync, openSync, readSync, closeSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const MOST_FILES = 5;
const MOST_BYTES = 4 * 1024 * 1024;
const BEGINNING = 160;
const ARRIVES_MS = 3000;
const READS_MS = 1000;

export class Handed {
  #tools;
  #send;
  #folder = mkdtempSync(join(tmpdir(), 'downloads-'));
  #copied = '';
  #started = 0;
  #open = new Map();
  #files = [];

  constructor(tools, send) {
    this.#tools = tools;
    this.#send = send;
    tools.on(({ method, params }) => {
      if (method === 'Browser.downloadWillBegin') this.#begin(params);
      if (method === 'Browser.downloadProgress') this.#progress(params);
    });
  }

  /** Downloads are kept until they were looked at, in a folder of their own. */
  async listen() {
    const how = { behavior: 'allowAndName', downloadPath: this.#folder, eventsEnabled: true };
    await this.#tools.send('Browser.setDownloadBehavior', how);
  }

  /** What was handed over since this was asked last; '' where nothing was. */
  async since(frameId) {
    const until = Date.now() + ARRIVES_MS;
    while (this.#open.size > 0 && Date.now() < until) await pause(50);
    const late = [...this.#open.keys()].map((guid) => this.#end(guid, 'it had not ended'));
    await Promise.all(late);
    return [await this.#copy(frameId), ...this.#files.splice(0)].filter(Boolean).join(' ');
  }

  #begin({ guid, suggestedFilename }) {
    this.#started += 1;
    const name = JSON.stringify(String(suggestedFilename).slice(0, 80));
    if (this.#started > MOST_FILES) {
      if (this.#started === MOST_FILES + 1) this.#files.push('It began more downloads, which were stopped.');
      return void this.#cancel(guid);
    }
    this.#open.set(guid, name);
  }

  #progress({ guid, state, receivedBytes, totalBytes }) {
    if (!this.#open.has(guid)) return;
    if (Math.max(receivedBytes, totalBytes) > MOST_BYTES) return void this.#end(guid, `it is larger than ${MOST_BYTES / 1024 ** 2} MB`);
    if (state === 'canceled') return void this.#end(guid, 'the browser gave it up', false);
    if (state !== 'completed') return;
    this.#files.push(`It downloaded ${this.#open.get(guid)} (${receivedBytes} bytes)${this.#begins(guid)}.`);
    this.#open.delete(guid);
  }

  #end(guid, why, stop = true) {
    this.#files.push(`It began to download ${this.#open.get(guid)}; ${why}.`);
    this.#open.delete(guid);
    return stop ? this.#cancel(guid) : Promise.resolve();
  }

  #cancel(guid) {
    return this.#tools.send('Browser.cancelDownload', { guid }).catch(() => {});
  }

  /** How a file of text begins; it is removed. */
  #begins(guid) {
    const path = join(this.#folder, guid);
    try {
      const file = openSync(path, 'r');
      const bytes = Buffer.alloc(BEGINNING * 4);
      const length = readSync(file, bytes);
      closeSync(file);
      rmSync(path);
      const text = bytes.subarray(0, length).toString('utf8').slice(0, BEGINNING);
      return text && !/[\0\ufffd](?!$)/.test(text) ? `, which begins ${JSON.stringify(text)}` : '';
    } catch {
      return '';
    }
  }

  /** The clipboard's text where it has changed, read in a world that the page's own code cannot bend. */
  async #copy(frameId) {
    const { executionContextId: contextId } = await this.#send('Page.createIsolatedWorld', { frameId });
    const expression = `navigator.clipboard.readText().then((text) => [text.length, text.slice(0, ${BEGINNING})])`;
    const asked = { expression, contextId, awaitPromise: true, returnByValue: true, timeout: READS_MS };
    const { result } = await this.#send('Runtime.evaluate', asked, READS_MS).catch(() => ({ result: {} }));
    const [length, text] = result.value ?? [0, ''];
    if (!text || `${length} ${text}` === this.#copied) return '';
    this.#copied = `${length} ${text}`;
    return `It copied ${JSON.stringify(text)}${length > text.length ? ` (${length} characters)` : ''}.`;
  }
}
