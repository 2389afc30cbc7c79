import type { Check } from "@/data/readiness";
import { placed } from "@/data/problem";
import { type Todo, todoOf } from "@/domain/ready";
import type { Ready } from "@/messages/ready/en";
import { useReady } from "@/messages/ready/useReady";
import { Button } from "@/ui/Button";

const SHOWN = 5;

/** One thing that is not well: what was found, and the one thing to do about it. */
export function ReadyCheck({ check, onTodo }: { check: Check; onTodo: (todo: Todo) => void }) {
  const words = useReady();
  const todo = todoOf(check);
  const name = words.names[check.key];
  const found = (check.diagnostics ?? []).map(placed);
  const rest = Math.max(check.count ?? 0, found.length) - SHOWN;
  return (
    <li data-check={check.key} className="flex flex-col items-start gap-2 rounded-md bg-sunken p-3">
      <p>{words.checks[check.key].bad}</p>
      {found.length > 0 && (
        <ul aria-label={words.found(name)} className="flex flex-col gap-1 font-mono text-xs text-muted [overflow-wrap:anywhere]">
          {found.slice(0, SHOWN).map((one, at) => (
            <li key={at}>{one}</li>
          ))}
          {rest > 0 && found.length > 0 && <li>{words.more(rest)}</li>}
        </ul>
      )}
      <Button onClick={() => onTodo(todo)}>{label(todo, words)}</Button>
    </li>
  );
}

function label(todo: Todo, words: Ready): string {
  switch (todo.do) {
    case "ask":
      return words.ask;
    case "value":
      return words.setValue;
    case "code":
      return words.openCode(todo.line ? `${todo.file}:${todo.line}` : todo.file);
    case "changes":
      return words.openChanges;
    case "preview":
      return words.openPreview;
    default:
      return todo satisfies never;
  }
}
