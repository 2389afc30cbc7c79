import { useState } from "react";
import { extras, priceOf, roomPrice } from "./price";

export default function App() {
  const [nights, setNights] = useState(1);
  const [chosen, setChosen] = useState<string[]>([]);
  const picked = extras.filter((extra) => chosen.includes(extra.id));

  function toggle(id: string) {
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  }

  return (
    <main className="container-page max-w-xl py-12" id="main">
      <h1 className="text-4xl font-bold tracking-tight">Your stay</h1>
      <label className="mt-8 block font-medium">
        Nights
        <input
          className="mt-2 block min-h-11 w-28 rounded-lg border border-line bg-surface px-3"
          max={30}
          min={1}
          onChange={(event) => setNights(Number(event.target.value))}
          type="number"
          value={nights}
        />
      </label>
      <fieldset className="mt-6 space-y-2">
        <legend className="font-medium">Extras, each night</legend>
        {extras.map((extra) => (
          <label className="flex min-h-11 items-center gap-3" key={extra.id}>
            <input checked={chosen.includes(extra.id)} className="size-5" onChange={() => toggle(extra.id)} type="checkbox" />
            {extra.label} ({extra.price} €)
          </label>
        ))}
      </fieldset>
      <p className="mt-6 text-lg">
        {nights} {nights === 1 ? "night" : "nights"} at {roomPrice} €. Together:{" "}
        <strong data-testid="total">{priceOf(nights, picked)} €</strong>
      </p>
    </main>
  );
}
