import { useState } from "react";
import ExpenseForm from "./components/ExpenseForm";
import ExpenseList from "./components/ExpenseList";
import KindFilter from "./components/KindFilter";
import Summary from "./components/Summary";
import { first, type Kind, type NewExpense } from "./expenses";

export default function App() {
  const [expenses, setExpenses] = useState(first);
  const [shown, setShown] = useState<Kind | "All">("All");
  const visible = expenses.filter((expense) => shown === "All" || expense.kind === shown);

  function add(expense: NewExpense) {
    const id = Math.max(0, ...expenses.map((each) => each.id)) + 1;
    setExpenses([...expenses, { ...expense, id }]);
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
      <ExpenseForm onAdd={add} />
      <KindFilter onShow={setShown} shown={shown} />
      <ExpenseList expenses={visible} onRemove={remove} />
      <Summary expenses={expenses} />
    </main>
  );
}
