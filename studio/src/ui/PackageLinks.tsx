import { Link } from "@tanstack/react-router";
import { usePackageWords } from "@/messages/packages/usePackageWords";

interface Props {
  /** What was proposed, and this person may decide about. */
  proposed: readonly { name: string; line: string }[];
  /** What is missing, for those who may not. */
  missing: readonly string[];
}

/** Packages that the catalog lacks: a way to decide about each, or in whose hands that is. Nothing where there is neither. */
export function PackageLinks({ proposed, missing }: Props) {
  const { missing: words } = usePackageWords();
  if (proposed.length === 0 && missing.length === 0) return null;
  return (
    <div role="note" className="flex flex-col gap-1 rounded-md border border-edge bg-warn-soft p-3 text-sm text-ink">
      {proposed.length === 0 && <p className="[overflow-wrap:anywhere]">{words.others(missing.join(", "))}</p>}
      {proposed.length > 0 && (
        <>
          <p>
            <strong className="font-semibold">{proposed.length > 1 ? words.titles : words.title}</strong> {words.asked}
          </p>
          <ul className="flex flex-wrap gap-x-4">
            {proposed.map(({ name, line }) => (
              <li key={`${line}/${name}`}>
                <Link to="/packages" search={{ name, line }} className="inline-flex min-h-8 items-center font-semibold [overflow-wrap:anywhere] text-accent underline max-md:min-h-11">
                  {words.decide(name)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
