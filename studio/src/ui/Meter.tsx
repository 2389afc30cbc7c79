interface Props {
  label: string;
  /** From 0 to 1. */
  share: number;
  /** The same for a screen reader. */
  words: string;
  /** Whether it is good to have it full: progress, and no cap. */
  good?: boolean;
}

const NEAR = 0.8;

/** How much of a cap is used. The text next to it says the same: nothing is said by colour alone. */
export function Meter({ label, share, words, good }: Props) {
  const percent = Math.round(share * 100);
  const tone = good ? "fill-accent" : share >= 1 ? "fill-bad" : share >= NEAR ? "fill-warn" : "fill-accent";
  return (
    <div role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent} aria-valuetext={words}>
      <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="h-2 w-full overflow-hidden rounded-full">
        <rect width={100} height={4} className="fill-line" />
        <rect width={share * 100} height={4} className={tone} />
      </svg>
    </div>
  );
}
