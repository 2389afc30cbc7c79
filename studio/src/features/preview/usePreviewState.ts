import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import type { Workspace } from "@/data/workspace";
import { elementWords, type Picked } from "@/domain/bridge";
import { hasNewer, shown } from "@/domain/shown";
import { NO_TREES } from "@/features/preview/DraftFrame";
import type { FrameBridge } from "@/features/preview/FrameBridge";
import type { Hooks } from "@/features/preview/PageFrame";
import { pageStorage } from "@/features/preview/pageStorage";
import { useFocusInside } from "@/features/preview/useFocusInside";
import { useNearest } from "@/features/preview/useNearest";
import { useAttachments } from "@/run/attachments";
import { addMention, useMentions } from "@/run/mentions";
import { usePictures } from "@/run/pictures";

/** What the preview has put into the next message: its words here, and the label or file name that it has there. */
interface Chip {
  label: string;
  part: string;
  fits: boolean;
}

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
  const [trees, setTrees] = useState(NO_TREES);
  const [chip, setChip] = useState<Chip | null>(null);
  const parts = useParts(app.id);
  const [gone, setGone] = useState<{ revision: string | null; path: string } | null>(null);
  const path = useRef<string | undefined>(undefined);
  /** The frame that was given up for its address. */
  const left = useRef<FrameBridge | null>(null);
  if (revision !== state.revision && (!held || revision === null)) setRevision(state.revision);
  const again = useCallback(() => setRound((now) => now + 1), []);
  const hooks = useMemo(() => {
    const onPicked = (element: Picked) => {
      const words = elementWords(element);
      setChip({ label: words.label, part: words.label, fits: addMention(app.id, words) });
    };
    const storage = pageStorage(app.id);
    const of = (onBridge: (bridge: FrameBridge | null) => void): Hooks => ({ onBridge, onPicked, onAgain: again, storage });
    return { built: of(setBuilt), drawn: { ...of(setDrawn), onTrees: setTrees } };
  }, [app.id, again]);
  const bridge = drawn ?? built;
  const key = `${revision}-${round}`;
  if (bridge && bridge !== left.current) path.current = bridge.current().place?.path ?? path.current;
  const onLeave = useCallback(
    (from: string, to: string) => {
      left.current = built;
      path.current = to;
      setGone((before) => (before?.revision === revision ? before : { revision, path: from }));
      again();
    },
    [built, revision, again],
  );
  useNearest(built, { key, path: path.current ?? "/", app: app.id, revision }, onLeave);
  const isLoaded = state.kind !== "older" && loaded === state.revision;
  const newer = held && hasNewer({ revision, tree: trees.shown }, { revision: state.revision, tree: draft.tree, page: trees.ready }, active !== null);
  return {
    state, revision, held, bridge, built, drawn, hooks, again,
    /** Gone with its element or picture, once that was sent or taken out of the message. */
    chip: chip && (!chip.fits || parts.has(chip.part)) ? chip : null,
    loaded: isLoaded,
    path: path.current,
    key,
    /** Where the page before this one stood, which is not there any more. */
    gone: gone?.revision === revision ? gone.path : null,
    forgetGone: () => setGone(null),
    /** Something newer waits until nobody is at work in the page. */
    newer,
    onLoad: () => setLoaded(revision),
    noteChip: setChip,
    forgetChip: () => setChip(null),
    reload: () => (bridge ? bridge.reload(again) : again()),
  };
}

/** What an app's next message holds besides its text: labels of elements, names of files. */
function useParts(app: string): ReadonlySet<string> {
  const mentions = useMentions(app);
  const pictures = usePictures(app);
  const { items } = useAttachments(app);
  return new Set([...mentions.map(({ label }) => label), ...pictures.map(({ name }) => name), ...items.map(({ name }) => name)]);
}
