import { type RefObject, useState } from "react";
import type { Window } from "@/data/pictures";
import { MOST_ATTACHED } from "@/domain/attachments";
import type { usePreviewState } from "@/features/preview/usePreviewState";
import { useMessages } from "@/messages/useMessages";
import { attachmentsOf } from "@/run/attachments";
import { addPicture } from "@/run/pictures";
import { toHome } from "@/ui/focusHome";

type State = Pick<ReturnType<typeof usePreviewState>, "path" | "noteChip">;

const between = (value: number, least: number, most: number) => Math.round(Math.min(most, Math.max(least, value)));

/** The picture that somebody takes of the page as it stands: its path and its window, then its way into the message. */
export function usePicture(app: string, { path, noteChip }: State, stage: RefObject<HTMLElement | null>) {
  const { preview } = useMessages();
  const [window, setWindow] = useState<Window | null>(null);
  return {
    window,
    open: () => {
      const frame = [...(stage.current?.querySelectorAll<HTMLIFrameElement>("iframe:not([hidden])") ?? [])].at(-1) ?? stage.current;
      setWindow({ path: path ?? "/", width: between(frame?.clientWidth ?? 1280, 320, 1920), height: between(frame?.clientHeight ?? 800, 320, 1600), dark: isDark() });
    },
    close: () => setWindow(null),
    put: (picture: File) => {
      const fits = attachmentsOf(app).current().items.length < MOST_ATTACHED;
      if (fits) addPicture(app, picture);
      noteChip({ label: preview.pictured, part: picture.name, fits });
      setWindow(null);
      if (fits) requestAnimationFrame(toHome);
    },
  };
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
