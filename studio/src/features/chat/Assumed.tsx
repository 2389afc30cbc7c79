import { useState } from "react";
import { useMessages } from "@/messages/useMessages";

const FEW = 5;

/** What the agent assumed where it was not told: said with the answer, so that it can be put right. Nothing where it assumed nothing. */
export function Assumed({ assumed }: { assumed: readonly string[] }) {
  const { turn } = useMessages();
  const [all, setAll] = useState(false);
  if (assumed.length === 0) return null;
  return (
    <div role="group" aria-label={turn.assumed} className="rounded-md border border-line bg-page p-3 text-sm">
      <p>
        <strong className="font-semibold">{turn.assumed}</strong> <span className="text-muted">{turn.assumedText}</span>
      </p>
      <ul className="mt-1 list-disc pl-5">
        {assumed.slice(0, all ? assumed.length : FEW).map((one, at) => (
          <li key={at} className="[overflow-wrap:anywhere]">
            {one}
          </li>
        ))}
      </ul>
      {assumed.length > FEW && !all && (
        <button type="button" className="inline-flex min-h-8 items-center font-semibold text-accent underline max-md:min-h-11" onClick={() => setAll(true)}>
          {turn.showFiles(assumed.length - FEW)}
        </button>
      )}
    </div>
  );
}
