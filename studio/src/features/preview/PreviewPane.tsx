import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import type { Workspace } from "@/data/workspace";
import { DEVICES, type Size } from "@/domain/sizes";
import { BuiltPage } from "@/features/preview/BuiltPage";
import { DeviceBar } from "@/features/preview/DeviceBar";
import { DraftLayer } from "@/features/preview/DraftLayer";
import { NoPage } from "@/features/preview/NoPage";
import { PageNotes } from "@/features/preview/PageNotes";
import { PageStage } from "@/features/preview/PageStage";
import { PageTools } from "@/features/preview/PageTools";
import { PreviewBar } from "@/features/preview/PreviewBar";
import { RouteBar } from "@/features/preview/RouteBar";
import { usePicture } from "@/features/preview/usePicture";
import { usePreviewState } from "@/features/preview/usePreviewState";

const opened = () => import("@/features/preview/opened");
const ConsolePanel = lazy(async () => ({ default: (await opened()).ConsolePanel }));
const CheckRecorder = lazy(async () => ({ default: (await opened()).CheckRecorder }));
const FailedBuild = lazy(async () => ({ default: (await import("@/features/preview/strips")).FailedBuild }));
const PictureDialog = lazy(async () => ({ default: (await opened()).PictureDialog }));

/** The app as it is: the draft when it is built, else the newest one that was; and, while the agent works, what it makes. */
export function PreviewPane({ workspace, notice }: { workspace: Workspace; notice?: ReactNode }) {
  const stage = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>(DEVICES.whole);
  const [reads, setReads] = useState(false);
  const [records, setRecords] = useState(false);
  const state = usePreviewState(workspace, stage);
  const { app } = workspace;
  const picture = usePicture(app.id, state, stage);
  return (
    <div className="flex h-full flex-col bg-sunken">
      <PreviewBar>
        <RouteBar app={app.id} revision={state.revision} bridge={state.bridge} onReload={state.reload} />
        <DeviceBar size={size} onSize={setSize} />
        <PageTools bridge={state.bridge} stage={stage} console={reads} onConsole={() => setReads(!reads)} onPicture={picture.open} recording={records} onRecord={() => setRecords(!records)} />
      </PreviewBar>
      <PageNotes workspace={workspace} state={state} />
      <Suspense>{state.state.kind === "failed" && <FailedBuild workspace={workspace} />}</Suspense>
      {notice}
      {records && state.bridge && (
        <Suspense>
          <CheckRecorder app={app.id} bridge={state.bridge} onClose={() => setRecords(false)} />
        </Suspense>
      )}
      <div ref={stage} className="flex min-h-0 grow flex-col">
        <PageStage size={size} onSize={setSize}>
          {state.revision ? (
            <BuiltPage key={state.key} app={app} revision={state.revision} path={state.path} onLoad={state.onLoad} hooks={state.hooks.built} />
          ) : (
            <NoPage workspace={workspace} />
          )}
          <DraftLayer workspace={workspace} path={state.path} loaded={state.loaded} held={state.held} hooks={state.hooks.drawn} />
        </PageStage>
      </div>
      {reads && state.bridge && (
        <Suspense>
          <ConsolePanel app={app.id} bridge={state.bridge} onClose={() => setReads(false)} />
        </Suspense>
      )}
      {picture.window && (
        <Suspense>
          <PictureDialog app={app.id} revision={state.revision} window={picture.window} onPut={picture.put} onClose={picture.close} />
        </Suspense>
      )}
    </div>
  );
}
