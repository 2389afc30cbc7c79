import { useState, type FormEvent } from "react";
import { kinds, type Kind, type NewExpense } from "../expenses";

export default function ExpenseForm({ onAdd }: { onAdd: (expense: NewExpense) => void }) {
  const [what, setWhat] = useState("");
  const [amount, setAmount] = useState("");
  const [kind, setKind] = useState<Kind>("Food");
  const [problem, setProblem] = useState("");

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
    onAdd({ what: what.trim(), amount: value, kind });
    setWhat("");
    setAmount("");
  }

  return (
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
  );
}
