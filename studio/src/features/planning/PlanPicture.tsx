import { lazy, Suspense } from "react";
import type { PlanTreeNode } from "@/data/planning";
import { toBuild } from "@/domain/needs";
import { PARTS_MOST } from "@/domain/planParts";
import { type Level, LevelBar, shownAt } from "@/features/planning/LevelBar";
import { PlanBoard } from "@/features/planning/PlanBoard";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const PlanGraph = lazy(() => import("@/features/planning/PlanGraph").then((loaded) => ({ default: loaded.PlanGraph })));

interface Props {
  app: string;
  tree: readonly PlanTreeNode[];
  view: "graph" | "board";
  level: Level;
  onLevel: (level: Level) => void;
  onOpen: (node: string) => void;
}

/** Many parts of a plan at once, as a graph or a board: which of them, and how large the pieces are. */
export function PlanPicture({ app, tree: whole, view, level, onLevel, onOpen }: Props) {
  const { common } = useMessages();
  const words = useViewWords();
  const tree = toBuild(whole);
  const { from, parts, kind } = shownAt(tree, level);
  return (
    <div className="flex flex-col gap-4">
      <LevelBar tree={tree} level={level} kind={kind} onLevel={onLevel} />
      {parts.length > PARTS_MOST ? (
        <Notice title={words.many(parts.length)} text={words.manyText} />
      ) : view === "board" ? (
        <PlanBoard app={app} parts={parts} onOpen={onOpen} />
      ) : (
        <Suspense fallback={<Working label={common.loading} />}>
          <PlanGraph tree={from} parts={parts} onOpen={onOpen} />
        </Suspense>
      )}
    </div>
  );
}
