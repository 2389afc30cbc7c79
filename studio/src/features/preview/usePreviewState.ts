import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import type { Workspace } from "@/data/workspace";
import { elementWords, type Picked } from "@/domain/bridge";
import { shown } from "@/domain/shown";
import type { FrameBridge } from "@/features/preview/FrameBridge";
import type { Hooks } from "@/features/preview/PageFrame";
import { useFocusInside } from "@/features/preview/useFocusInside";
import { addMention, useMentions } from "@/run/mentions";

/**
 * Which pages stand in the preview: the built one and, over it, the draft of a run. Somebody at work in a frame keeps what
 * is in it until the focus leaves.
 */
export function usePreviewState({ app, draft, active_run: active }: Workspace, place: RefObject<HTMLElement | null>) {
  const state = shown(draft.build_status, app.last_green_revision_id ?? null, draft.id);
  const held = useFocusInside(place);
  const [revision, setRevision] = useState(state.revision);
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<string | null>(null);
  const [built, setBuilt] = useState<FrameBridge | null>(null);
  const [drawn, setDrawn] = useState<FrameBridge | null>(null);
  const [chip, setChip] = useState<{ label: string; fits: boolean } | null>(null);
  const mentions = useMentions(app.id);
  const path = useRef<string | undefined>(undefined);
  if (revision !== state.revision && (!held || revision === null)) setRevision(state.revision);
  const again = useCallback(() => setRound((now) => now + 1), []);
  const hooks = useMemo(() => {
    const onPicked = (element: Picked) => {
      const words = elementWords(element);
      setChip({ label: words.label, fits: addMention(app.id, words) });
    };
    const of = (onBridge: (bridge: FrameBridge | null) => void): Hooks => ({ onBridge, onPicked, onAgain: again });
    return { built: of(setBuilt), drawn: of(setDrawn) };
  }, [app.id, again]);
  const bridge = drawn ?? built;
  path.current = bridge?.current().place?.path ?? path.current;
  const isLoaded = state.kind !== "older" && loaded === state.revision;
  const waits = held && (revision !== state.revision || (active !== null && !drawn) || (drawn !== null && !active && isLoaded));
  return {
    state, revision, held, bridge, built, drawn, hooks, again,
    /** Gone with the element, once that was sent or taken out of the message. */
    chip: chip && (!chip.fits || mentions.some(({ label }) => label === chip.label)) ? chip : null,
    loaded: isLoaded,
    path: path.current,
    key: `${revision}-${round}`,
    /** Something newer waits until nobody is at work in the page. */
    newer: waits,
    onLoad: () => setLoaded(revision),
    noteChip: setChip,
    forgetChip: () => setChip(null),
    reload: () => (bridge ? bridge.reload(again) : again()),
  };
}
