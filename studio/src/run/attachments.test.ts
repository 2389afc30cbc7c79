import { describe, expect, it } from "vitest";
import { ATTACHED_BYTES, refused } from "@/domain/attachments";
import { AttachmentBox } from "@/run/attachments";

const png = (name = "a.png") => new File(["x"], name, { type: "image/png" });
const settled = () => new Promise((done) => setTimeout(done));
const names = (box: AttachmentBox) => box.current().items.map(({ name }) => name);

describe("what is attached to the next message", () => {
  it("is uploaded at once, and there again after a reload", async () => {
    localStorage.clear();
    const box = new AttachmentBox("k", localStorage);
    box.add([png(), new File(["words"], "notes.md")], (file) => Promise.resolve(`upl_${file.name}`));
    await settled();
    box.change(box.current().items[0]?.key ?? "", { use: "app" });
    const again = new AttachmentBox("k", localStorage).current();
    expect(again.items.map(({ name, kind, use, upload, file }) => [name, kind, use, upload, file])).toEqual([
      ["a.png", "image", "app", "upl_a.png", undefined],
      ["notes.md", "text", "show", "upl_notes.md", undefined],
    ]);
    expect(again.lost).toEqual([]);
  });

  it("that was on its way when the page was left is said to be lost", () => {
    localStorage.clear();
    new AttachmentBox("k", localStorage).add([png()], () => new Promise(() => undefined));
    expect(new AttachmentBox("k", localStorage).current()).toEqual({ items: [], refused: null, lost: ["a.png"] });
  });

  it("that did not arrive is tried again", async () => {
    localStorage.clear();
    const box = new AttachmentBox("k", localStorage);
    box.add([png()], () => Promise.reject(new Error("no")));
    await settled();
    expect(box.current().items[0]).toMatchObject({ failed: true, upload: null });
    box.again(box.current().items[0]?.key ?? "", () => Promise.resolve("upl_1"));
    await settled();
    expect(box.current().items[0]).toMatchObject({ failed: false, upload: "upl_1" });
  });

  it("is bounded, and what cannot be taken says why", () => {
    localStorage.clear();
    const box = new AttachmentBox("k", localStorage);
    const never = () => new Promise<string>(() => undefined);
    box.add(Array.from({ length: 7 }, (_, at) => png(`${at}.png`)), never);
    expect([names(box).length, box.current().refused]).toEqual([6, { name: "6.png", why: "many" }]);
    box.remove(box.current().items[0]?.key ?? "");
    expect(box.current().refused).toBeNull();
    box.add([new File(["x"], "a.zip", { type: "application/zip" })], never);
    expect(box.current().refused).toEqual({ name: "a.zip", why: "kind" });
    expect(refused({ name: "a.png", type: "image/png", size: ATTACHED_BYTES + 1 }, 0)).toBe("large");
    expect(refused({ name: "a.png", type: "image/png", size: 0 }, 0)).toBe("empty");
    box.sent(box.current().items.map(({ key }) => key));
    expect(localStorage.getItem("k")).toBeNull();
  });

  it.each(["", "{", "7", '[{"key":1}]', "[null]"])("stored as %j is nothing", (stored) => {
    localStorage.setItem("k", stored);
    expect(new AttachmentBox("k", localStorage).current().items).toEqual([]);
  });
});
