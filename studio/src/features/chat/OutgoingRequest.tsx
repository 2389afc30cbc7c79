import type { Schemas } from "@/data/api";
import { useMessages } from "@/messages/useMessages";
import { CutText } from "@/ui/CutText";

/** A request to another host, whole: a person decides on nothing that is not seen. */
export function OutgoingRequest({ request }: { request: Schemas["OutgoingView"] }) {
  const { turn } = useMessages();
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <p className="font-mono text-xs [overflow-wrap:anywhere]">
        <span className="font-semibold">{request.method}</span> {request.url}
      </p>
      {request.concerns.map((concern) => (
        <p key={concern} className="text-warn">
          {turn.concerns[concern]}
        </p>
      ))}
      {(headers.length > 0 || request.body) && <CutText label={turn.arguments} text={[...headers, "", request.body ?? ""].join("\n").trim()} />}
    </>
  );
}
