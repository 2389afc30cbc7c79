import { kinds, type Kind } from "../expenses";

type Shown = Kind | "All";

export default function KindFilter({ shown, onShow }: { shown: Shown; onShow: (kind: Shown) => void }) {
  return (
    <div aria-label="Show" className="mt-8 flex flex-wrap gap-2" role="group">
      {(["All", ...kinds] as const).map((each) => (
        <button
          aria-pressed={shown === each}
          className="min-h-11 rounded-full border border-line px-5 aria-pressed:bg-accent aria-pressed:text-on-accent"
          key={each}
          onClick={() => onShow(each)}
          type="button"
        >
          {each}
        </button>
      ))}
    </div>
  );
}
