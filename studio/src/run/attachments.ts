import { useSyncExternalStore } from "react";
import { kindOf, MOST_ATTACHED, type Refused, refused, type Use } from "@/domain/attachments";
import { Kept, oneEach } from "@/run/Kept";
import { type TextStorage, tabStorage } from "@/run/tabStorage";

/** A file on its way into a message. `upload` names it on the server as soon as it is there. */
export interface Attached {
  key: string;
  name: string;
  kind: "image" | "text";
  size: number;
  use: Use;
  upload: string | null;
  failed: boolean;
  /** What is uploaded; after a reload only its upload is left. */
  file?: File;
}

export interface Attachments {
  items: readonly Attached[];
  /** The last file that could not be taken, and why. */
  refused: { name: string; why: Refused } | null;
  /** The names of those that a reload has lost, since they were not on the server yet. */
  lost: readonly string[];
}

type Upload = (file: File) => Promise<string>;

/** What is attached to an app's next message. What has been uploaded outlives a reload, for as long as the server keeps it. */
export class AttachmentBox extends Kept<Attachments> {
  constructor(key: string, storage: TextStorage) {
    super(key, storage, restored);
  }

  add(files: readonly File[], upload: Upload): void {
    for (const file of files) {
      const why = refused(file, this.now.items.length);
      const kind = kindOf(file);
      if (why || !kind) this.put({ refused: { name: file.name, why: why ?? "kind" } });
      else this.start({ key: crypto.randomUUID(), name: file.name.slice(0, 200) || "file", kind, size: file.size, use: "show", upload: null, failed: false, file }, upload);
    }
  }

  private start(item: Attached, upload: Upload): void {
    this.put({ items: [...this.now.items, item], refused: null });
    this.send(item, upload);
  }

  private send({ key, file }: Attached, upload: Upload): void {
    if (!file) return;
    upload(file).then(
      (id) => this.change(key, { upload: id, failed: false }),
      () => this.change(key, { failed: true }),
    );
  }

  again(key: string, upload: Upload): void {
    const item = this.now.items.find((one) => one.key === key);
    this.change(key, { failed: false });
    if (item) this.send(item, upload);
  }

  change(key: string, changed: Partial<Attached>): void {
    this.put({ items: this.now.items.map((one) => (one.key === key ? { ...one, ...changed } : one)) });
  }

  remove(key: string): void {
    this.put({ items: this.now.items.filter((one) => one.key !== key), refused: null });
  }

  /** Those that went with a message, and what was said about others. */
  sent(keys: readonly string[]): void {
    this.put({ items: this.now.items.filter(({ key }) => !keys.includes(key)), refused: null, lost: [] });
  }

  private put(changed: Partial<Attachments>): void {
    this.set({ ...this.now, ...changed });
  }

  protected text(): string {
    const kept = this.now.items.map((item) => ({ ...item, file: undefined }));
    return kept.length ? JSON.stringify(kept) : "";
  }
}

function restored(stored: string): Attachments {
  const kept = parsed(stored).slice(0, MOST_ATTACHED);
  const here = kept.filter(({ upload }) => upload !== null);
  return { items: here, refused: null, lost: kept.filter(({ upload }) => upload === null).map(({ name }) => name) };
}

function parsed(stored: string): Attached[] {
  try {
    const value: unknown = JSON.parse(stored || "[]");
    return Array.isArray(value) ? value.filter(isAttached) : [];
  } catch {
    return [];
  }
}

function isAttached(value: unknown): value is Attached {
  if (typeof value !== "object" || value === null) return false;
  const { key, name, kind, size, use, upload } = value as Record<string, unknown>;
  const texts = typeof key === "string" && typeof name === "string" && typeof size === "number";
  return texts && (kind === "image" || kind === "text") && (use === "show" || use === "app") && (upload === null || typeof upload === "string");
}

export const attachmentsOf = oneEach((app) => new AttachmentBox(`chatbuilder.attachments.${app}`, tabStorage));

export function useAttachments(app: string): Attachments {
  const box = attachmentsOf(app);
  return useSyncExternalStore(box.subscribe, box.current);
}
