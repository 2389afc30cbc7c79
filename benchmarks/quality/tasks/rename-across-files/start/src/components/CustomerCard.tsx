import type { Customer } from "../customers";

type Props = { customer: Customer; chosen: boolean; onChoose: () => void };

export default function CustomerCard({ customer, chosen, onChoose }: Props) {
  return (
    <li className="rounded-card border border-line bg-surface p-5">
      <h2 className="text-xl font-semibold">{customer.name}</h2>
      <p className="mt-1 text-muted">
        {customer.room}, {customer.nights} {customer.nights === 1 ? "night" : "nights"}
      </p>
      <button
        aria-pressed={chosen}
        className="mt-4 min-h-11 rounded-full border border-line px-5"
        onClick={onChoose}
        type="button"
      >
        Show {customer.name}
      </button>
    </li>
  );
}
