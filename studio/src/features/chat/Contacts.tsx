import { useOutside } from "@/messages/outside/useOutside";

/** Hosts that a change names and nobody has allowed. They are allowed in its review, or above the preview. */
export function Contacts({ hosts }: { hosts: readonly string[] }) {
  const words = useOutside();
  return (
    <ul className="mt-1 text-warn [overflow-wrap:anywhere]">
      {hosts.map((host) => (
        <li key={host}>{words.contacts(host)}</li>
      ))}
    </ul>
  );
}
