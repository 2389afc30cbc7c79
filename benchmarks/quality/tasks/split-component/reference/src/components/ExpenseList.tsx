import type { Expense } from "../expenses";

type Props = { expenses: Expense[]; onRemove: (id: number) => void };

export default function ExpenseList({ expenses, onRemove }: Props) {
  if (expenses.length === 0) return <p className="mt-6 text-muted">Nothing of this kind yet.</p>;
  return (
    <ul className="mt-6 space-y-2" data-testid="expenses">
      {expenses.map((expense) => (
        <li
          className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface px-4 py-2"
          key={expense.id}
        >
          <span className="min-w-0 flex-1 wrap-anywhere">{expense.what}</span>
          <span className="text-sm text-muted">{expense.kind}</span>
          <span className="tabular-nums">{expense.amount.toFixed(2)} €</span>
          <button
            aria-label={`Remove ${expense.what}`}
            className="min-h-11 px-2 text-muted hover:text-ink"
            onClick={() => onRemove(expense.id)}
            type="button"
          >
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}
