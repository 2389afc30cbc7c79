import type { Customer } from "../customers";
import CustomerCard from "./CustomerCard";

type Props = { customers: Customer[]; chosen: number | null; onChoose: (id: number) => void };

export default function CustomerList({ customers, chosen, onChoose }: Props) {
  if (customers.length === 0) return <p className="mt-6 text-muted">No customer has that name.</p>;
  return (
    <ul aria-label="Customers" className="mt-6 grid gap-4 md:grid-cols-3">
      {customers.map((customer) => (
        <CustomerCard chosen={customer.id === chosen} key={customer.id} onChoose={() => onChoose(customer.id)} customer={customer} />
      ))}
    </ul>
  );
}
