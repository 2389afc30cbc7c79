import type { Expense } from "../expenses";

export default function Summary({ expenses }: { expenses: Expense[] }) {
  const total = expenses.reduce((sum, expense) => sum + expense.amount, 0);
  return (
    <footer className="mt-8 border-t border-line pt-4">
      <p className="text-lg">
        Together: <strong data-testid="total">{total.toFixed(2)} €</strong>
      </p>
      <p className="mt-1 text-sm text-muted" data-testid="count">
        {expenses.length} {expenses.length === 1 ? "expense" : "expenses"}
      </p>
    </footer>
  );
}
