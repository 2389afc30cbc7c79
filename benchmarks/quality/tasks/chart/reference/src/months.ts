export type Month = { name: string; rain: number };

/** Rain in millimetres. */
export const months: Month[] = [
  { name: "January", rain: 62 },
  { name: "February", rain: 48 },
  { name: "March", rain: 55 },
  { name: "April", rain: 40 },
  { name: "May", rain: 71 },
  { name: "June", rain: 83 },
  { name: "July", rain: 96 },
  { name: "August", rain: 90 },
  { name: "September", rain: 58 },
  { name: "October", rain: 74 },
  { name: "November", rain: 105 },
  { name: "December", rain: 88 },
];
