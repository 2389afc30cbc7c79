import { useStoredState } from "./useStoredState";

export default function Water() {
  const [glasses, setGlasses] = useStoredState<number>("desk.water", 0);

  return (
    <section aria-label="Water" className="rounded-card border border-line bg-surface p-5">
      <p className="text-lg">
        Glasses today: <strong data-testid="glasses">{glasses}</strong>
      </p>
      <div className="mt-3 flex gap-3">
        <button
          className="min-h-11 rounded-full bg-accent px-5 font-semibold text-on-accent"
          onClick={() => setGlasses(glasses + 1)}
          type="button"
        >
          One more
        </button>
        <button className="min-h-11 rounded-full border border-line px-5" onClick={() => setGlasses(0)} type="button">
          Begin anew
        </button>
      </div>
    </section>
  );
}
