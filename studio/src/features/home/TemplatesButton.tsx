import { LayoutTemplate } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useMessages } from "@/messages/useMessages";
import { IconButton } from "@/ui/IconButton";

const TemplatesDialog = lazy(() => import("@/features/home/TemplatesDialog").then((loaded) => ({ default: loaded.TemplatesDialog })));

interface Props {
  value: string;
  onChoose: (key: string) => void;
}

/** Shows what an app may start from. */
export function TemplatesButton(props: Props) {
  const { home } = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={home.seeTemplates} aria-haspopup="dialog" onClick={() => setOpen(true)} className="size-8 shrink-0">
        <LayoutTemplate aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      {open && (
        <Suspense>
          <TemplatesDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
