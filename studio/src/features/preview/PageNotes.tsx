import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { Workspace } from "@/data/workspace";
import { Strip, StripButton } from "@/features/preview/Strip";
import { usePage } from "@/features/preview/usePage";
import { useSilence } from "@/features/preview/useSilence";
import type { usePreviewState } from "@/features/preview/usePreviewState";
import { useMessages } from "@/messages/useMessages";
import { toHome } from "@/ui/focusHome";
import { useWide } from "@/ui/useWide";

const strips = () => import("@/features/preview/strips");
const BlockedHosts = lazy(async () => ({ default: (await strips()).BlockedHosts }));
const StorageNote = lazy(async () => ({ default: (await strips()).StorageNote }));

type State = ReturnType<typeof usePreviewState>;

/** What one should know about the page that is seen: why it is this one, and what is not as it should be. */
export function PageNotes({ workspace: { app, draft, active_run: active }, state }: { workspace: Workspace; state: State }) {
  const { preview, workspace: words } = useMessages();
  const { bridge, built, revision, again, newer, chip, forgetChip } = state;
  const { link, picking, aim, refused, blocked } = usePage(bridge);
  const wide = useWide();
  const navigate = useNavigate();
  // Beside the page stands the box that the element went into; on a phone one is led there.
  const toChat = () => void navigate({ to: "/apps/$app", params: { app: app.id }, search: {} }).then(toHome);
  const silence = useSilence(app.id, revision, usePage(built).link, again);
  return (
    <>
      {state.state.kind === "older" && <Strip tone="warn">{draft.build_status === "queued" ? preview.olderWaits : preview.older}</Strip>}
      {draft.origin === "template" && revision && active && !state.drawn && <Strip>{preview.starter}</Strip>}
      {state.gone && <Strip action={<StripButton onDo={state.forgetGone}>{preview.noted}</StripButton>}>{preview.moved(state.gone)}</Strip>}
      {newer && <Strip action={<StripButton onDo={releaseFocus}>{preview.showNewer}</StripButton>}>{preview.newer}</Strip>}
      {link === "cut" && <Strip tone="bad" action={<StripButton onDo={again}>{preview.loadAgain}</StripButton>}>{preview.cut}</Strip>}
      {silence === "mute" && bridge === built && <Strip tone="warn" action={<StripButton onDo={again}>{preview.loadAgain}</StripButton>}>{preview.mute}</Strip>}
      {silence === "shut" && <Strip tone="bad" action={<StripButton onDo={again}>{preview.loadAgain}</StripButton>}>{preview.shut}</Strip>}
      <Suspense>{refused && <StorageNote app={app.id} revision={revision} />}</Suspense>
      <Suspense>{blocked.length > 0 && <BlockedHosts app={app.id} hosts={blocked} onAllowed={state.reload} />}</Suspense>
      {picking && (
        <Strip>
          {preview.picking} {aim && <strong className="break-words">{aim}</strong>}
        </Strip>
      )}
      {chip && !picking && (
        <Strip tone={chip.fits ? "plain" : "warn"} action={<StripButton onDo={wide ? forgetChip : toChat}>{wide ? preview.noted : words.chat}</StripButton>}>
          {chip.fits ? preview.picked(chip.label) : preview.pickedFull}
        </Strip>
      )}
    </>
  );
}

/** What waits is shown as soon as nobody is at work in the page. */
function releaseFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
