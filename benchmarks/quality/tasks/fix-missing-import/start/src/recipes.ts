export type Recipe = { title: string; minutes: number };

export const recipes: Recipe[] = [
  { title: "Lentil soup", minutes: 45 },
  { title: "Onion tart", minutes: 90 },
  { title: "Bread pudding", minutes: 120 },
];
