import { useEffect, useState } from "react";
import { useAllowHost } from "@/data/hosts";
import { detailOf } from "@/data/problem";
import { Strip, StripButton } from "@/features/preview/Strip";
import { useOutside } from "@/messages/outside/useOutside";

interface Props {
  app: string;
  hosts: readonly string[];
  onAllowed: () => void;
}

const MOST = 3;
/** A page decides when this appears, so it could put it under a pointer that is about to press. */
const HOLD_MS = 1000;

/** Hosts that the page was kept from, each with the one word that lets it reach them. */
export function BlockedHosts(props: Props) {
  return <HostStrips key={props.hosts.join(" ")} {...props} />;
}

function HostStrips({ app, hosts, onAllowed }: Props) {
  const words = useOutside();
  const allow = useAllowHost(app);
  const held = useHeld();
  const off = held || allow.isPending;
  return (
    <>
      {hosts.slice(0, MOST).map((host) => (
        <Strip key={host} tone="warn" action={<StripButton off={off} onDo={() => allow.mutate(host, { onSuccess: onAllowed })}>{words.allow(host)}</StripButton>}>
          {words.wants(host)}
        </Strip>
      ))}
      {hosts.length > MOST && <Strip tone="warn">{words.more(hosts.length - MOST)}</Strip>}
      {allow.isError && <Strip tone="bad">{detailOf(allow.error)}</Strip>}
    </>
  );
}

/** True for a moment after something appeared. */
function useHeld(): boolean {
  const [held, setHeld] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setHeld(false), HOLD_MS);
    return () => clearTimeout(timer);
  }, []);
  return held;
}
