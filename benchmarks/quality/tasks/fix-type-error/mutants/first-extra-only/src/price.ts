export type Extra = { id: string; label: string; price: number };

/** Euros a night. */
export const roomPrice = 80;

export const extras: Extra[] = [
  { id: "breakfast", label: "Breakfast", price: 12 },
  { id: "parking", label: "Parking", price: 9 },
  { id: "sauna", label: "Sauna", price: 20 },
];

/** What a stay costs; extras are paid for each night. */
export function priceOf(nights: number, chosen: Extra[]): number {
  const extra = chosen[0]?.price ?? 0;
  return nights * (roomPrice + extra);
}
