import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, ExternalLink, RotateCw } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useApi } from "@/data/api";
import { previewQuery } from "@/data/preview";
import { pathOf } from "@/domain/bridge";
import type { FrameBridge } from "@/features/preview/FrameBridge";
import { usePage } from "@/features/preview/usePage";
import { useMessages } from "@/messages/useMessages";
import { pageAddress } from "@/ui/pageAddress";
import { IconButton } from "@/ui/IconButton";

/** Paths are read against some origin; which one does not matter, as long as none names it. */
const ANY_ORIGIN = "https://app.invalid";

interface Props {
  app: string;
  /** The revision that is shown; null while none is. */
  revision: string | null;
  bridge: FrameBridge | null;
  onReload: () => void;
}

/** Where in the app one is, the way back, and the way elsewhere in it. */
export function RouteBar({ app, revision, bridge, onReload }: Props) {
  const { preview } = useMessages();
  const { place } = usePage(bridge);
  const { data } = useQuery({ ...previewQuery(useApi(), app, revision ?? ""), enabled: revision !== null });
  const outside = data && "preview_url" in data ? pageAddress(data, place?.path) : null;
  return (
    <div role="group" aria-label={preview.route} className="flex min-w-0 grow basis-72 items-center max-md:basis-60 gap-0.5">
      <IconButton label={preview.back} aria-disabled={!place?.back} onClick={() => place?.back && bridge?.ask({ do: "back" })}>
        <ArrowLeft aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={preview.forward} aria-disabled={!place?.forward} onClick={() => place?.forward && bridge?.ask({ do: "forward" })}>
        <ArrowRight aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={preview.reload} onClick={onReload}>
        <RotateCw aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <AddressField path={place?.path ?? ""} onGo={place ? (path) => bridge?.ask({ do: "go", path }) : null} />
      {outside && (
        <a
          href={outside}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={preview.outside}
          title={preview.outside}
          className="inline-flex size-10 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink max-md:size-11"
        >
          <ExternalLink aria-hidden size={16} strokeWidth={1.75} />
        </a>
      )}
    </div>
  );
}

/** The path of the page, and another one typed. What leads out of the app is not gone to. */
function AddressField({ path, onGo }: { path: string; onGo: ((path: string) => void) | null }) {
  const { preview } = useMessages();
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const there = pathOf(typed ?? path, ANY_ORIGIN);
    setRefused(there === null);
    if (there === null) return;
    setTyped(null);
    onGo?.(there);
  };
  const leave = () => {
    setTyped(null);
    setRefused(false);
  };
  return (
    <form onSubmit={go} className="relative min-w-0 grow">
      <input
        aria-label={preview.address}
        aria-invalid={refused}
        aria-describedby={refused ? "address-fault" : undefined}
        readOnly={!onGo}
        spellCheck={false}
        autoComplete="off"
        maxLength={500}
        value={typed ?? path}
        placeholder="/"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && leave()}
        onBlur={leave}
        className="min-h-8 w-full min-w-0 rounded-full border border-edge bg-surface px-3 font-mono text-sm text-ink read-only:bg-sunken read-only:text-muted max-md:min-h-11"
      />
      {refused && (
        <p id="address-fault" role="alert" className="absolute top-full right-0 left-0 z-10 mt-1 rounded-sm bg-bad-soft px-3 py-1 text-sm text-bad">
          {preview.addressFault}
        </p>
      )}
    </form>
  );
}
