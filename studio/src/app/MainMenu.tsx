import { Menu } from "lucide-react";
import { type ComponentType, type ReactNode, useId, useState } from "react";
import { useMessages } from "@/messages/useMessages";

interface Props {
  children?: ReactNode;
}

/**
 * All that a page leads to and what one may set, behind one button. It is fetched when somebody comes near it, and again if
 * it did not come. The browser opens and closes it, and gives the focus back.
 */
export function MainMenu({ children }: Props) {
  const { common } = useMessages();
  const panel = useId();
  const [Panel, setPanel] = useState<ComponentType<Props> | null>(null);
  const want = () => {
    import("@/app/MenuPanel").then(({ MenuPanel }) => setPanel(() => MenuPanel), () => {});
  };
  return (
    <>
      <button
        type="button"
        popoverTarget={panel}
        onPointerEnter={want}
        onFocus={want}
        className="inline-flex h-10 shrink-0 items-center justify-center gap-2 rounded-md px-3 text-sm text-muted transition-colors duration-120 hover:bg-sunken hover:text-ink active:bg-line max-md:h-11 max-md:min-w-11 max-md:flex-col max-md:gap-0 max-md:px-1 max-md:text-xs"
      >
        <Menu aria-hidden size={20} strokeWidth={1.75} />
        {common.menu}
      </button>
      <div
        id={panel}
        popover="auto"
        onToggle={want}
        className="inset-auto top-14 right-4 m-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4 text-ink shadow-lg open:flex md:right-6"
      >
        {Panel ? <Panel>{children}</Panel> : common.loading}
      </div>
    </>
  );
}
