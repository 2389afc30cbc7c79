import type { LucideIcon } from "lucide-react";

/** One thing a person can do from anywhere: what the palette, the sheet of shortcuts and the keys know of it. */
export interface Command {
  id: string;
  label: string;
  icon: LucideIcon;
  /** As `KeyboardEvent.key` has it, "mod+" for Ctrl or Cmd. Single keys do something only where they are switched on. */
  keys?: readonly string[];
  /** Whether it can be done here and now. */
  available?: () => boolean;
  run: () => void;
}

export const isAvailable = ({ available }: Command): boolean => available?.() ?? true;

/** Those whose words hold each word that was typed, in any order; what begins with them comes first. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = commands.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
  const begins = ({ label }: Command) => Number(!label.toLowerCase().startsWith(words[0] ?? ""));
  return words.length === 0 ? fits : fits.toSorted((one, other) => begins(one) - begins(other));
}
