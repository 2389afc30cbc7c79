import { useSyncExternalStore } from "react";
import { Kept, oneEach } from "@/run/Kept";
import { type TextStorage, tabStorage } from "@/run/tabStorage";

export { addPicture } from "@/run/pictures";

/** Something of the app that a person pointed at, for the message that is being written. */
export interface Mention {
  id: string;
  /** What the chip says, in a few words. */
  label: string;
  /** Plain text about it, which goes with the message. */
  detail: string;
  /** The task of the plan that the message is for: one at a time. */
  task?: string;
}

export const MOST_MENTIONS = 10;
export const DETAIL_CHARS = 2000;
const LABEL_CHARS = 80;

/** What is mentioned in an app's next message. It outlives the pane, and in this browser a reload. */
export class Mentions extends Kept<readonly Mention[]> {
  constructor(key: string, storage: TextStorage) {
    super(key, storage, restored);
  }

  /** Puts one at the end; the same one said again stays where it is. False where no more fit. */
  add({ label, detail, task }: Omit<Mention, "id">): boolean {
    const said = { label: short(label, LABEL_CHARS), detail: short(detail, DETAIL_CHARS), ...(task && { task }) };
    const kept = task ? this.now.filter((one) => !one.task) : this.now;
    if (kept.some((one) => one.label === said.label && one.detail === said.detail)) return true;
    if (kept.length >= MOST_MENTIONS) return false;
    this.set([...kept, { id: crypto.randomUUID(), ...said }]);
    return true;
  }

  remove(id: string): void {
    this.set(this.now.filter((mention) => mention.id !== id));
  }

  sent(ids: readonly string[]): void {
    this.set(this.now.filter(({ id }) => !ids.includes(id)));
  }

  protected text(): string {
    return this.now.length ? JSON.stringify(this.now) : "";
  }
}

function short(text: string, most: number): string {
  const trimmed = text.trim();
  return trimmed.length > most ? `${trimmed.slice(0, most - 3)}...` : trimmed;
}

function restored(stored: string): Mention[] {
  try {
    const mentions: unknown = JSON.parse(stored || "[]");
    return Array.isArray(mentions) ? mentions.filter(isMention).slice(0, MOST_MENTIONS) : [];
  } catch {
    return [];
  }
}

function isMention(value: unknown): value is Mention {
  if (typeof value !== "object" || value === null) return false;
  const mention = value as Record<string, unknown>;
  return ["id", "label", "detail"].every((name) => typeof mention[name] === "string");
}

const mentionsOf = oneEach((app) => new Mentions(`chatbuilder.mentions.${app}`, tabStorage));

/** Mentions something in the app's next message. False where there is no room for one more. */
export function addMention(app: string, mention: Omit<Mention, "id">): boolean {
  return mentionsOf(app).add(mention);
}

export function removeMention(app: string, id: string): void {
  mentionsOf(app).remove(id);
}

/** Those that went with a message. */
export function mentionsSent(app: string, sent: readonly Mention[]): void {
  mentionsOf(app).sent(sent.map(({ id }) => id));
}

export function useMentions(app: string): readonly Mention[] {
  const mentions = mentionsOf(app);
  return useSyncExternalStore(mentions.subscribe, mentions.current);
}

/** A message with what it mentions: each under its own heading. A task goes beside the words. */
export function withMentions(words: string, mentions: readonly Omit<Mention, "id">[]): string {
  return [words, ...mentions.filter(({ task }) => !task).map(({ label, detail }) => `### ${label.replace(/\s+/g, " ")}\n${detail}`)].join("\n\n");
}
