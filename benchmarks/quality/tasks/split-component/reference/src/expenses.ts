export const kinds = ["Food", "Travel", "Home"] as const;
export type Kind = (typeof kinds)[number];
export type Expense = { id: number; what: string; amount: number; kind: Kind };
export type NewExpense = Omit<Expense, "id">;

export const first: Expense[] = [
  { id: 1, what: "Bread", amount: 4.5, kind: "Food" },
  { id: 2, what: "Train to Lyon", amount: 62, kind: "Travel" },
  { id: 3, what: "Lamp", amount: 39.9, kind: "Home" },
];
