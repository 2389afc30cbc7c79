import { useRef, useState } from "react";
import { useApi } from "@/data/api";
import type { App } from "@/data/apps";
import type { PlainOrder } from "@/data/plainOrder";

/** No order has more characters. */
const MOST = 200;

/** Words that may be an order for the autopilot of an app with a plan are read first; where they are one it is offered, until they are other words. */
export function useOrderFirst(app: App | undefined, words: string, may: boolean) {
  const api = useApi();
  const [found, find] = useState<{ words: string; order: PlainOrder } | null>(null);
  const reads = useRef(false);
  const unlessOrder = async (send: () => void) => {
    if (!may || !app?.active_blueprint_id || words.length > MOST) return send();
    if (reads.current) return;
    reads.current = true;
    const order = await import("@/data/plainOrder").then(({ readOrder }) => readOrder(api, app.id, words)).catch(() => null);
    reads.current = false;
    if (order) find({ words, order });
    else send();
  };
  return { order: found?.words === words ? found.order : null, unlessOrder };
}
