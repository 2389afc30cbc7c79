import type { Guest } from "../guests";

type Props = { guest: Guest; chosen: boolean; onChoose: () => void };

export default function GuestCard({ guest, chosen, onChoose }: Props) {
  return (
    <li className="rounded-card border border-line bg-surface p-5">
      <h2 className="text-xl font-semibold">{guest.name}</h2>
      <p className="mt-1 text-muted">
        {guest.room}, {guest.nights} {guest.nights === 1 ? "night" : "nights"}
      </p>
      <button
        aria-pressed={chosen}
        className="mt-4 min-h-11 rounded-full border border-line px-5"
        onClick={onChoose}
        type="button"
      >
        Show {guest.name}
      </button>
    </li>
  );
}
