import { useState } from "react";
import Details from "./components/Details";
import { plants } from "./plants";

export default function App() {
  const [chosen, setChosen] = useState("");
  const plant = plants.find((each) => each.name === chosen);
  const soon = plants.filter((each) => each.water && each.water.everyDays <= 2);

  return (
    <main className="container-page max-w-3xl py-12" id="main">
      <h1 className="text-4xl font-bold tracking-tight">Window sill</h1>
      <p className="mt-4 text-muted" data-testid="thirsty">
        Thirsty ones: {soon.map((each) => each.name).join(", ")}
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        {plants.map((each) => (
          <button
            aria-pressed={each.name === chosen}
            className="min-h-11 rounded-full border border-line px-5 aria-pressed:bg-accent aria-pressed:text-on-accent"
            key={each.name}
            onClick={() => setChosen(each.name)}
            type="button"
          >
            {each.name}
          </button>
        ))}
      </div>
      {plant && <Details plant={plant} />}
    </main>
  );
}
