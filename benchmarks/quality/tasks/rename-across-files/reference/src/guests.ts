export type Guest = { id: number; name: string; nights: number; room: string };

export const guests: Guest[] = [
  { id: 1, name: "Ada Okafor", nights: 3, room: "Garden" },
  { id: 2, name: "Bruno Costa", nights: 1, room: "Attic" },
  { id: 3, name: "Chiara Rossi", nights: 5, room: "Harbour" },
];

/** The guest of this id, if there is one. */
export function findGuest(id: number): Guest | undefined {
  return guests.find((guest) => guest.id === id);
}

export function nightsOf(guests: Guest[]): number {
  return guests.reduce((sum, guest) => sum + guest.nights, 0);
}
