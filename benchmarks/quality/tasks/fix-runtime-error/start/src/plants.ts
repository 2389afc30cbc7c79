export type Plant = { name: string; light: string; water: { everyDays: number; note: string } | null };

export const plants: Plant[] = [
  { name: "Basil", light: "Sun", water: { everyDays: 1, note: "In the morning" } },
  { name: "Cactus", light: "Sun", water: null },
  { name: "Fern", light: "Shade", water: { everyDays: 2, note: "From below" } },
];
