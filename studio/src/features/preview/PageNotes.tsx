import type { Workspace } from "@/data/workspace";
import { Strip, StripButton } from "@/features/preview/Strip";
import { usePage } from "@/features/preview/usePage";
import { useSilence } from "@/features/preview/useSilence";
import type { usePreviewState } from "@/features/preview/usePreviewState";
import { useMessages } from "@/messages/useMessages";

type State = ReturnType<typeof usePreviewState>;

/** What one should know about the page that is seen: why it is this one, and what is not as it should be. */
export function PageNotes({ workspace: { app, draft, active_run: active }, state }: { workspace: Workspace; state: State }) {
  const { preview } = useMessages();
  const { bridge, built, revision, again, newer, chip, forgetChip } = state;
  const { link, picking, aim } = usePage(bridge);
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
      {picking && (
        <Strip>
          {preview.picking} {aim && <strong className="break-words">{aim}</strong>}
        </Strip>
      )}
      {chip && !picking && (
        <Strip tone={chip.fits ? "plain" : "warn"} action={<StripButton onDo={forgetChip}>{preview.noted}</StripButton>}>
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
