import { useId } from "react";
import type { Choice, Part } from "@/features/code/merge";
import { useCodeWords } from "@/messages/code/useCodeWords";

interface Props {
  clash: Extract<Part, { kind: "clash" }>;
  at: number;
  of: number;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

const CHOICES: readonly Choice[] = ["mine", "theirs", "both"];
const SIDES = ["base", "theirs", "mine"] as const;

/** One place that both sides changed: before, in the app, as written here; and which of them it becomes. */
export function ClashChoice({ clash, at, of, choice, onChoose }: Props) {
  const code = useCodeWords();
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-semibold">{code.place(at, of)}</legend>
      {SIDES.map((side) => (
        <div key={side} className="min-w-0">
          <p className="text-xs text-muted">{code.sides[side]}</p>
          <pre tabIndex={0} aria-label={code.sides[side]} role="group" className="max-h-40 overflow-auto rounded-sm bg-sunken p-2 font-mono text-xs">
            {clash[side].join("\n") || code.nothing}
          </pre>
        </div>
      ))}
      <div className="flex flex-wrap gap-x-4">
        {CHOICES.map((one) => (
          <label key={one} className="flex min-h-9 items-center gap-2 text-sm max-md:min-h-11">
            <input type="radio" name={name} checked={one === choice} onChange={() => onChoose(one)} className="accent-accent" />
            {code.choices[one]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
