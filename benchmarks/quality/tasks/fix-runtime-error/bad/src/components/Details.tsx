import type { Plant } from "../plants";

export default function Details({ plant }: { plant: Plant }) {
  return (
    <section aria-label="Details" className="mt-8 rounded-card border border-line bg-surface p-6">
      <h2 className="text-2xl font-bold">{plant.name}</h2>
      <p className="mt-2">Light: {plant.light}</p>
      {plant.water ? (
        <p className="mt-1" data-testid="water">
          Water every {plant.water.everyDays === 1 ? "day" : `${plant.water.everyDays} days`}. {plant.water.note}.
        </p>
      ) : (
        <p className="mt-1" data-testid="water">
          No watering plan yet.
        </p>
      )
    </section>
  );
}
