import type { AppScaffold } from "@/data/scaffolds";
import { standingOf } from "@/domain/scaffold";
import { FeatureMark } from "@/features/scaffolds/FeatureMark";
import { featureIcon } from "@/features/scaffolds/featureIcons";

/** One feature in short: what it is, what it does, how it stands. The whole card leads to it. */
export function FeatureCard({ stand, onOpen }: { stand: AppScaffold; onOpen: (key: string) => void }) {
  const { key, title, description } = stand.scaffold;
  const standing = standingOf(stand);
  const Icon = featureIcon(key);
  return (
    <button
      type="button"
      onClick={() => onOpen(key)}
      className="flex h-full w-full items-start gap-3 rounded-lg border border-line bg-surface p-4 text-left transition-colors duration-120 hover:border-edge active:bg-sunken"
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-accent" />
      <span className="flex min-w-0 flex-col gap-1">
        <span className="font-semibold break-words">{title}</span>
        <span className="text-sm text-muted">{description}</span>
        {standing !== "available" && <FeatureMark standing={standing} />}
      </span>
    </button>
  );
}
