import { expect, it } from "vitest";
import { frameShell } from "@/ui/frameShell";

const OPENED = { preview_url: "https://rev-1.preview.example/", token: "pass" };

it("keeps a page that nobody has confirmed where it is: one address to frame, no popups, no downloads, no way to the top", () => {
  const shell = frameShell({ ...OPENED, confined: true }, "/deep?a=1");
  expect(shell).toContain('content="frame-src https://rev-1.preview.example"');
  expect(shell).toContain('src="https://rev-1.preview.example/deep?a=1&amp;t=pass"');
  expect(shell).toContain('sandbox="allow-scripts allow-same-origin allow-forms allow-modals"');
});

it("takes the page's size from a file: a document of this kind is never in quirks mode, where attributes would do", () => {
  const shell = frameShell({ ...OPENED, confined: true }, "/");
  expect(shell).toContain('<link rel="stylesheet" href="');
  expect(shell).not.toMatch(/style=|<style/);
});

it("lets a confirmed one open and save what it likes", () => {
  const shell = frameShell({ ...OPENED, confined: false }, undefined);
  expect(shell).not.toContain("Content-Security-Policy");
  expect(shell).toContain("allow-popups allow-downloads");
  expect(shell).not.toMatch(/top-navigation|escape-sandbox/);
});

it("names the folder of a preview that has no origin of its own", () => {
  const place = "https://api.example/v1/public/apps/preview/revisions/rev_1/assets/";
  expect(frameShell({ preview_url: place, token: "pass", confined: true }, "/")).toContain(`content="frame-src ${place}"`);
});

it("makes no markup of an address", () => {
  const shell = frameShell({ ...OPENED, confined: true }, '/"><script>x</script>');
  expect(shell).not.toContain("<script");
});
