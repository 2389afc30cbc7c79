import { useState, type FormEvent } from "react";

type Kind = "Food" | "Travel" | "Home";
type Expense = { id: number; what: string; amount: number; kind: Kind };

const kinds: Kind[] = ["Food", "Travel", "Home"];
const first: Expense[] = [
  { id: 1, what: "Bread", amount: 4.5, kind: "Food" },
  { id: 2, what: "Train to Lyon", amount: 62, kind: "Travel" },
  { id: 3, what: "Lamp", amount: 39.9, kind: "Home" },
];

export default function App() {
  const [expenses, setExpenses] = useState(first);
  const [what, setWhat] = useState("");
  const [amount, setAmount] = useState("");
  const [kind, setKind] = useState<Kind>("Food");
  const [problem, setProblem] = useState("");
  const [shown, setShown] = useState<Kind | "All">("All");
  const visible = expenses.filter((expense) => shown === "All" || expense.kind === shown);
  const total = visible.reduce((sum, expense) => sum + expense.amount, 0);

  function add(event: FormEvent) {
    event.preventDefault();
    const value = Number(amount.replace(",", "."));
    if (what.trim() === "") {
      setProblem("What was it for?");
      return;
    }
    if (!(value > 0)) {
      setProblem("How much was it?");
      return;
    }
    const id = Math.max(0, ...expenses.map((expense) => expense.id)) + 1;
    setExpenses([...expenses, { id, what: what.trim(), amount: value, kind }]);
    setWhat("");
    setAmount("");
    setProblem("");
  }

  function remove(id: number) {
    setExpenses(expenses.filter((expense) => expense.id !== id));
  }

  return (
    <main className="container-page max-w-3xl py-12" id="main">
      <header>
        <h1 className="text-4xl font-bold tracking-tight">Expenses</h1>
        <p className="mt-3 text-muted">What went out this month, and what for.</p>
      </header>

      <form className="mt-8 grid gap-4 rounded-card border border-line bg-surface p-5 sm:grid-cols-3" onSubmit={add}>
        <label className="font-medium">
          What for
          <input
            className="mt-2 block min-h-11 w-full rounded-lg border border-line bg-page px-3"
            onChange={(event) => setWhat(event.target.value)}
            value={what}
          />
        </label>
        <label className="font-medium">
          Amount
          <input
            className="mt-2 block min-h-11 w-full rounded-lg border border-line bg-page px-3"
            inputMode="decimal"
            onChange={(event) => setAmount(event.target.value)}
            value={amount}
          />
        </label>
        <label className="font-medium">
          Kind
          <select
            className="mt-2 block min-h-11 w-full rounded-lg border border-line bg-page px-3"
            onChange={(event) => setKind(event.target.value as Kind)}
            value={kind}
          >
            {kinds.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        {problem !== "" && (
          <p className="font-medium sm:col-span-3" role="alert">
            {problem}
          </p>
        )}
        <button
          className="min-h-11 rounded-full bg-accent px-6 font-semibold text-on-accent sm:col-span-3 sm:w-fit"
          type="submit"
        >
          Add expense
        </button>
      </form>

      <div aria-label="Show" className="mt-8 flex flex-wrap gap-2" role="group">
        {(["All", ...kinds] as const).map((each) => (
          <button
            aria-pressed={shown === each}
            className="min-h-11 rounded-full border border-line px-5 aria-pressed:bg-accent aria-pressed:text-on-accent"
            key={each}
            onClick={() => setShown(each)}
            type="button"
          >
            {each}
          </button>
        ))}
      </div>

      {visible.length === 0 ? (
        <p className="mt-6 text-muted">Nothing of this kind yet.</p>
      ) : (
        <ul className="mt-6 space-y-2" data-testid="expenses">
          {visible.map((expense) => (
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
                onClick={() => remove(expense.id)}
                type="button"
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}

      <footer className="mt-8 border-t border-line pt-4">
        <p className="text-lg">
          Together: <strong data-testid="total">{total.toFixed(2)} €</strong>
        </p>
        <p className="mt-1 text-sm text-muted" data-testid="count">
          {visible.length} {visible.length === 1 ? "expense" : "expenses"}
        </p>
      </footer>
    </main>
  );
}
