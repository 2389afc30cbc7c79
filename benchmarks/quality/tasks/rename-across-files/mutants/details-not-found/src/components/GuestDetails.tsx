import { findGuest } from "../guests";

export default function GuestDetails({ id }: { id: number }) {
  const guest = findGuest(id + 1);
  if (!guest) return null;
  return (
    <section aria-label="Guest details" className="mt-8 rounded-card border border-line bg-surface p-6">
      <h2 className="text-2xl font-bold">{guest.name}</h2>
      <p className="mt-2">This guest stays in the {guest.room} room.</p>
    </section>
  );
}
