import { useState } from "react";
import CustomerDetails from "./components/CustomerDetails";
import CustomerList from "./components/CustomerList";
import { nightsOf, customers } from "./customers";

export default function App() {
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState<number | null>(null);
  const found = customers.filter((customer) => customer.name.toLowerCase().includes(words.toLowerCase()));

  return (
    <main className="container-page py-12" id="main">
      <h1 className="text-4xl font-bold tracking-tight">Customers of the house</h1>
      <label className="mt-6 block max-w-sm font-medium">
        Find a customer
        <input
          className="mt-2 block min-h-11 w-full rounded-lg border border-line bg-surface px-3"
          onChange={(event) => setWords(event.target.value)}
          value={words}
        />
      </label>
      <p className="mt-4 text-muted" data-testid="count">
        {found.length} {found.length === 1 ? "customer" : "customers"}, {nightsOf(found)} nights
      </p>
      <CustomerList chosen={chosen} customers={found} onChoose={setChosen} />
      {chosen !== null && <CustomerDetails id={chosen} />}
    </main>
  );
}
