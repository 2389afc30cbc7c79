import { isRecord, text } from "@/domain/bridge";

const DEEDS = ["click", "fill", "select", "press"] as const;

/** What a person did in a page, as a step of an acceptance check. */
export interface Step {
  do: (typeof DEEDS)[number];
  role?: string;
  name?: string;
  text?: string;
}

/** What must be seen once the steps are done; `shown` false: must not be seen. */
export interface Wanted {
  text: string;
  shown: boolean;
}

/** Of an acceptance check, as docs/acceptance.md has it. */
export interface Check {
  title: string;
  steps: readonly object[];
  expect: readonly object[];
}

export const MOST_STEPS = 29;
export const MOST_WANTED = 12;
const MOST_AT_ONCE = 30;

/** What a page says was done in it; null when anything of it is not as it must be. */
export function readSteps(value: unknown): readonly Step[] | null {
  const read = Array.isArray(value) && value.length <= MOST_AT_ONCE ? Array.from(value, readStep) : [null];
  return read.every((step) => step !== null) ? read : null;
}

function readStep(value: unknown): Step | null {
  const deed = isRecord(value) && DEEDS.find((known) => known === value["do"]);
  if (!deed) return null;
  const said = Object.entries({ role: 40, name: 200, text: 300 }).filter(([name]) => value[name] !== undefined);
  const parts = said.map(([name, most]) => [name, text(value[name], most)] as const);
  return parts.some(([, part]) => part === null) ? null : ({ do: deed, ...Object.fromEntries(parts) } as Step);
}

/** The check that opens the page where recording began, does the steps, and then sees what is wanted. */
export function checkOf(title: string, path: string, steps: readonly Step[], wanted: readonly Wanted[]): Check {
  const said = wanted.filter(({ text }) => text.trim() !== "");
  return {
    title: title.trim(),
    steps: [{ do: "open", path: path || "/" }, ...steps],
    expect: said.map(({ text, shown }) => ({ text: text.trim(), ...(shown ? {} : { count: 0 }) })),
  };
}

/** Steps as they come: what is typed into a field again stands in place of what was typed before. */
export function withSteps(before: readonly Step[], more: readonly Step[]): readonly Step[] {
  let all = before;
  for (const step of more) {
    const last = all.at(-1);
    const again = last?.do === "fill" && step.do === "fill" && last.role === step.role && last.name === step.name;
    all = [...(again ? all.slice(0, -1) : all), step].slice(0, MOST_STEPS);
  }
  return all;
}
