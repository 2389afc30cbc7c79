import { Laptop, Maximize, RotateCcwSquare, Smartphone, Tablet, type LucideIcon } from "lucide-react";
import { type Device, DEVICES, deviceOf, type Size, turned } from "@/domain/sizes";
import { useMessages } from "@/messages/useMessages";
import { IconButton } from "@/ui/IconButton";

const ICONS: readonly [Device, LucideIcon][] = [
  ["phone", Smartphone],
  ["tablet", Tablet],
  ["laptop", Laptop],
  ["whole", Maximize],
];

/** In which device's size the page is shown, and on which side it lies. */
export function DeviceBar({ size, onSize }: { size: Size; onSize: (size: Size) => void }) {
  const { preview } = useMessages();
  const device = deviceOf(size);
  const turns = size.width !== null && size.height !== null;
  return (
    <div role="group" aria-label={preview.size} className="flex items-center gap-0.5 max-md:hidden">
      {ICONS.map(([one, Icon]) => (
        <IconButton key={one} label={preview.sizes[one]} aria-pressed={one === device} onClick={() => onSize(DEVICES[one])}>
          <Icon aria-hidden size={16} strokeWidth={1.75} />
        </IconButton>
      ))}
      <IconButton label={preview.rotate} aria-disabled={!turns} onClick={() => turns && onSize(turned(size))}>
        <RotateCcwSquare aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
