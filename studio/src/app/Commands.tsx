import type { AnyRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useReach } from "@/app/useReach";
import { commandOf } from "@/commands/keys";
import { showCommands, useShownCommands } from "@/commands/shown";
import { useCommands } from "@/commands/useCommands";

const Palette = lazy(() => import("@/features/palette/Palette").then(({ Palette: part }) => ({ default: part })));
const KeysSheet = lazy(() => import("@/features/palette/KeysSheet").then(({ KeysSheet: part }) => ({ default: part })));

const close = () => showCommands(null);

/** What can be done from anywhere, by keys, by the palette, and told on the sheet. Both are fetched when they are first opened. */
export function Commands({ router }: { router: AnyRouter }) {
  const shown = useShownCommands();
  const reach = useReach(router);
  const commands = useCommands(reach);
  const latest = useRef({ commands, letters: reach.letters });
  // A letter typed while the palette is still being fetched was meant for it.
  latest.current = { commands, letters: reach.letters && shown === null };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = commandOf(event, latest.current.commands, latest.current.letters);
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <Suspense>
      {shown === "palette" && <Palette commands={commands} onClose={close} />}
      {shown === "keys" && <KeysSheet commands={commands} letters={reach.letters} onClose={close} />}
    </Suspense>
  );
}
