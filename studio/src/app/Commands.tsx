import type { AnyRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
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
  const latest = useRef({ commands, letters: reach.letters, shown });
  latest.current = { commands, letters: reach.letters, shown };
  // A letter typed while the palette is still being fetched was meant for it. One typed when it is closed was not, though its end is told a moment later.
  const come = useRef<typeof shown>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { commands: known, letters, shown: wanted } = latest.current;
      const command = commandOf(event, known, letters && wanted === come.current);
      if (!command) return;
      event.preventDefault();
      if (wanted !== null && wanted === come.current && !document.querySelector("dialog[open]")) flushSync(close);
      command.run();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <Suspense>
      <Come key={shown} onCome={() => void (come.current = shown)} />
      {shown === "palette" && <Palette commands={commands} onClose={close} />}
      {shown === "keys" && <KeysSheet commands={commands} letters={reach.letters} onClose={close} />}
    </Suspense>
  );
}

/** Beside what is fetched, and there no sooner than that. */
function Come({ onCome }: { onCome: () => void }) {
  useLayoutEffect(() => onCome(), []);
  return null;
}
