import { ChevronDown, ChevronRight, CircleQuestionMark, Flag } from "lucide-react";
import { useState } from "react";
import type { PlanTreeNode } from "@/data/planning";
import { lookOf } from "@/domain/planning";
import { openQuestions } from "@/domain/needs";
import { firstOpen, type PlanLine, planLines, planWith } from "@/domain/planTree";
import { PlanMark } from "@/features/planning/PlanMark";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { classes } from "@/ui/classes";
import { Tree } from "@/ui/Tree";

interface Props {
  tree: readonly PlanTreeNode[];
  current: string | undefined;
  activePhase: string | null;
  onOpen: (node: string) => void;
}

/** The parts of a plan, each with how it stands and how many of its tasks are done. Typing finds some of them. */
export function PlanTree({ tree, current, activePhase, onOpen }: Props) {
  const { plan: words } = usePlanningWords();
  const [open, setOpen] = useState(() => firstOpen(tree, current));
  const [wanted, want] = useState("");
  const found = planWith(tree, wanted);
  const lines = planLines(found, wanted.trim() ? allOf(found) : open);
  const asked = new Set(openQuestions(tree).map(({ id }) => id));
  const toggle = (key: string, isOpen: boolean) => setOpen((now) => new Set(isOpen ? [...now, key] : [...now].filter((one) => one !== key)));
  return (
    <div className="flex flex-col">
      <input
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={wanted}
        onChange={(event) => want(event.target.value)}
        className="m-3 mb-1 min-h-10 rounded-md border border-edge bg-surface px-3 text-base placeholder:text-muted max-md:min-h-11"
      />
      {lines.length === 0 ? (
        <p className="p-4 text-muted">{words.noMatch}</p>
      ) : (
        <Tree label={words.tree} lines={lines} current={current} onPress={({ key }) => onOpen(key)} onToggle={toggle} draw={(line) => <Line line={line} isActive={line.key === activePhase} waits={waitsFor(line.node, asked, line.open === false)} onToggle={toggle} />} />
      )}
    </div>
  );
}

interface LineProps {
  line: PlanLine<PlanTreeNode>;
  isActive: boolean;
  /** A question about its words, or those in it that are not shown, is open. */
  waits: boolean;
  onToggle: (key: string, open: boolean) => void;
}

function Line({ line: { node, key, open }, isActive, waits, onToggle }: LineProps) {
  const words = usePlanningWords();
  const needs = useNeedWords();
  const { done, total } = node.tasks;
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <>
      {/* A pointer's way to what the arrow keys do. */}
      <span
        aria-hidden
        onClick={(event) => {
          if (open === undefined) return;
          event.stopPropagation();
          onToggle(key, !open);
        }}
        className="-my-1 flex size-6 shrink-0 items-center justify-center text-muted max-md:size-9"
      >
        {open !== undefined && <Icon size={14} strokeWidth={1.75} />}
      </span>
      {node.is_question ? <AskMark said={node.answer ? needs.answered : node.contradicts ? needs.twoThings : needs.question} isOpen={!node.answer} /> : <PlanMark state={lookOf(node)} iconOnly />}
      <span className="min-w-0 grow py-1 leading-5 [overflow-wrap:anywhere]">{node.title}</span>
      {waits && <AskMark said={needs.waits} isOpen />}
      {isActive && (
        <span title={words.plan.isPhase} className="shrink-0 text-accent">
          <Flag aria-hidden size={14} />
          <span className="sr-only">{words.plan.isPhase}</span>
        </span>
      )}
      {node.extra_metadata.stale && (
        <span title={words.stale} className="shrink-0 text-xs font-normal text-warn">
          !<span className="sr-only">{words.stale}</span>
        </span>
      )}
      {total > 0 && (
        <span className="shrink-0 text-xs font-normal text-muted">
          <span aria-hidden>{words.plan.progress(done, total)}</span>
          <span className="sr-only">{words.plan.progressWords(done, total)}</span>
        </span>
      )}
    </>
  );
}

/** It asks, or waits for an answer. */
function AskMark({ said, isOpen }: { said: string; isOpen: boolean }) {
  return (
    <span title={said} className={classes("shrink-0", isOpen ? "text-warn" : "text-ok")}>
      <CircleQuestionMark aria-hidden size={16} strokeWidth={1.75} />
      <span className="sr-only">{said}</span>
    </span>
  );
}

/** Whether a question about its words is open; of a closed line also one that lies in it, or is about what does. */
function waitsFor(node: PlanTreeNode, asked: ReadonlySet<string>, isClosed: boolean): boolean {
  return node.questions.some((id) => asked.has(id)) || (isClosed && node.children.some((one) => asked.has(one.id) || waitsFor(one, asked, true)));
}

function allOf(nodes: readonly PlanTreeNode[]): ReadonlySet<string> {
  return new Set(nodes.flatMap((node) => [node.id, ...allOf(node.children)]));
}
