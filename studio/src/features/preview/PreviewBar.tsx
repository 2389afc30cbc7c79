import { Monitor, RotateCw, Smartphone, Tablet, type LucideIcon } from "lucide-react";
import type { Size } from "@/domain/sizes";
import { useMessages } from "@/messages/useMessages";
import { IconButton } from "@/ui/IconButton";

const SIZES: readonly [Size, LucideIcon][] = [
  ["phone", Smartphone],
  ["tablet", Tablet],
  ["desktop", Monitor],
];

export function PreviewBar({ size, onSize, onReload }: { size: Size; onSize: (size: Size) => void; onReload: () => void }) {
  const { preview } = useMessages();
  return (
    <div className="flex items-center justify-between gap-2 border-b border-line bg-surface px-3 py-1">
      <IconButton label={preview.reload} onClick={onReload}>
        <RotateCw aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <div role="group" aria-label={preview.width} className="flex gap-1 max-md:hidden">
        {SIZES.map(([one, Icon]) => (
          <IconButton key={one} label={preview.sizes[one]} aria-pressed={one === size} onClick={() => onSize(one)}>
            <Icon aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
        ))}
      </div>
    </div>
  );
}
