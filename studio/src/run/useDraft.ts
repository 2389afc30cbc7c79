import { useCallback, useSyncExternalStore } from "react";
import { Kept, oneEach } from "@/run/Kept";
import { tabStorage } from "@/run/tabStorage";

type Change = string | ((now: string) => string);

/** The words under one name. */
class Draft extends Kept<string> {
  change(change: Change): void {
    this.set(typeof change === "string" ? change : change(this.now));
  }

  protected text(): string {
    return this.now;
  }
}

const draftOf = oneEach((name) => new Draft(`chatbuilder.draft.${name}`, tabStorage, (stored) => stored));

/** Words that somebody is writing, kept in this browser under a name until they are sent. Another name has its own. */
export function useDraft(name: string): [string, (change: Change) => void] {
  const draft = draftOf(name);
  const change = useCallback((words: Change) => draft.change(words), [draft]);
  return [useSyncExternalStore(draft.subscribe, draft.current), change];
}

/** Where the words are kept that go with an answer to a run that waits, wherever it is answered. */
export const answerDraft = (run: string) => `answer.${run}`;

/** Puts words behind those that are there, once. */
export function addWords(name: string, words: string): void {
  draftOf(name).change((now) => (now.includes(words) ? now : [now.trimEnd(), words].filter(Boolean).join("\n\n")));
}

/** Puts the words under another name, where none are yet: what was a new chat has got a name of its own. */
export function moveDraft(from: string, to: string): void {
  const [before, after] = [draftOf(from), draftOf(to)];
  if (before === after || !before.current() || after.current()) return;
  after.change(before.current());
  before.change("");
}

/** Nothing, when that is still all that was sent: what was changed meanwhile stays. */
export function gone(sent: string): (now: string) => string {
  return (now) => (now === sent ? "" : now);
}

/** What is left of the words when those that were sent are gone: what was written meanwhile. */
export function without(sent: string): (now: string) => string {
  return (now) => (now.startsWith(sent) ? now.slice(sent.length).trimStart() : now);
}
