export type Customer = { id: number; name: string; nights: number; room: string };

export const customers: Customer[] = [
  { id: 1, name: "Ada Okafor", nights: 3, room: "Garden" },
  { id: 2, name: "Bruno Costa", nights: 1, room: "Attic" },
  { id: 3, name: "Chiara Rossi", nights: 5, room: "Harbour" },
];

/** The customer of this id, if there is one. */
export function findCustomer(id: number): Customer | undefined {
  return customers.find((customer) => customer.id === id);
}

export function nightsOf(customers: Customer[]): number {
  return customers.reduce((sum, customer) => sum + customer.nights, 0);
}
