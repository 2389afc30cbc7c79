import { findCustomer } from "../customers";

export default function CustomerDetails({ id }: { id: number }) {
  const customer = findCustomer(id);
  if (!customer) return null;
  return (
    <section aria-label="Customer details" className="mt-8 rounded-card border border-line bg-surface p-6">
      <h2 className="text-2xl font-bold">{customer.name}</h2>
      <p className="mt-2">This customer stays in the {customer.room} room.</p>
    </section>
  );
}
