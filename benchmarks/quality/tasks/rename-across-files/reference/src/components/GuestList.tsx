import type { Guest } from "../guests";
import GuestCard from "./GuestCard";

type Props = { guests: Guest[]; chosen: number | null; onChoose: (id: number) => void };

export default function GuestList({ guests, chosen, onChoose }: Props) {
  if (guests.length === 0) return <p className="mt-6 text-muted">No guest has that name.</p>;
  return (
    <ul aria-label="Guests" className="mt-6 grid gap-4 md:grid-cols-3">
      {guests.map((guest) => (
        <GuestCard chosen={guest.id === chosen} key={guest.id} onChoose={() => onChoose(guest.id)} guest={guest} />
      ))}
    </ul>
  );
}
