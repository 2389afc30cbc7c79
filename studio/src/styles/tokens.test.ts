import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(`${import.meta.dirname}/tokens.css`, "utf8");
const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
const colours = (theme: 2 | 3) => new Map(pairs.map((found) => [found[1], found[theme] as string]));

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ["page", "surface", "sunken", "accent-soft", "ok-soft", "warn-soft", "bad-soft"];
const TEXTS = ["ink", "muted", "accent", "accent-strong", "ok", "warn", "bad", "plum"];

describe.each([
  ["light", 2],
  ["dark", 3],
] as const)("%s", (_, theme) => {
  const all = colours(theme);
  const colour = (name: string) => all.get(name) ?? expect.fail(`no colour ${name}`);

  it.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))("reads %s on %s", (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(GROUNDS)("shows a control's edge on %s", (ground) => {
    expect(contrast(colour("edge"), colour(ground))).toBeGreaterThanOrEqual(3);
  });

  it.each(["accent", "bad", "highlight"])("reads what stands on %s", (ground) => {
    expect(contrast(colour(`on-${ground}`), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["added-word", "removed-word"])("reads words of a diff on %s", (ground) => {
    expect(contrast(colour("ink"), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });
});
