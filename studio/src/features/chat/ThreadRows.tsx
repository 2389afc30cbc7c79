import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";

interface Props {
  label: string;
  ids: readonly string[];
  /** After the last one. */
  more?: ReactNode;
  children: (at: number) => ReactNode;
}

const MANY = 100;
const BOX = "-mx-2 max-h-[50dvh] min-h-24 overflow-y-auto max-md:max-h-[60dvh]";

/** Rows in a box of their own. Of many only those near the screen are drawn. */
export function ThreadRows(props: Props) {
  const { label, ids, more, children } = props;
  if (ids.length > MANY) return <ManyRows {...props} />;
  return (
    <div className={BOX}>
      <ul aria-label={label}>
        {ids.map((id, at) => (
          <li key={id}>{children(at)}</li>
        ))}
      </ul>
      {more && <p className="p-3 text-center">{more}</p>}
    </div>
  );
}

function ManyRows({ label, ids, more, children }: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 76,
    getItemKey: (at) => ids[at] ?? at,
    overscan: 8,
    directDomUpdates: true,
    useFlushSync: false,
  });
  return (
    <div ref={scroll} className={BOX}>
      <ul ref={virtual.containerRef} aria-label={label} className="relative">
        {virtual.getVirtualItems().map(({ key, index }) => (
          <li key={key} ref={virtual.measureElement} data-index={index} aria-posinset={index + 1} aria-setsize={ids.length} className="absolute inset-x-0 top-0">
            {children(index)}
          </li>
        ))}
      </ul>
      {more && <p className="p-3 text-center">{more}</p>}
    </div>
  );
}
