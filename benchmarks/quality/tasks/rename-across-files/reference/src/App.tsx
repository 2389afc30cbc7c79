import { useState } from "react";
import GuestDetails from "./components/GuestDetails";
import GuestList from "./components/GuestList";
import { nightsOf, guests } from "./guests";

export default function App() {
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState<number | null>(null);
  const found = guests.filter((guest) => guest.name.toLowerCase().includes(words.toLowerCase()));

  return (
    <main className="container-page py-12" id="main">
      <h1 className="text-4xl font-bold tracking-tight">Guests of the house</h1>
      <label className="mt-6 block max-w-sm font-medium">
        Find a guest
        <input
          className="mt-2 block min-h-11 w-full rounded-lg border border-line bg-surface px-3"
          onChange={(event) => setWords(event.target.value)}
          value={words}
        />
      </label>
      <p className="mt-4 text-muted" data-testid="count">
        {found.length} {found.length === 1 ? "guest" : "guests"}, {nightsOf(found)} nights
      </p>
      <GuestList chosen={chosen} guests={found} onChoose={setChosen} />
      {chosen !== null && <GuestDetails id={chosen} />}
    </main>
  );
}
