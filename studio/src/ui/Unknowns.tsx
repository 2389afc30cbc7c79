import type { ReactNode } from "react";
import { needyParts, openQuestions, type PlanNeeds } from "@/domain/needs";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { useMessages } from "@/messages/useMessages";

/** What one should know of a plan before it is begun: which parts need what is not there, and what its text leaves open. */
export function Unknowns({ tree, onOpen }: { tree: readonly PlanNeeds[]; onOpen: (node: string) => void }) {
  const { locale } = useMessages();
  const words = useNeedWords();
  const asked = openQuestions(tree);
  const [doubled, open] = [asked.filter(({ contradicts }) => contradicts), asked.filter(({ contradicts }) => !contradicts)];
  const parts = needyParts(tree);
  const list = new Intl.ListFormat(locale);
  return (
    <ul className="flex flex-col gap-2">
      {doubled.length > 0 && <Questions said={words.doubled(doubled.length)} nodes={doubled} onOpen={onOpen} />}
      {parts.length > 0 && (
        <Linked said={words.has}>
          {parts.map(({ node, needs, within }) => (
            <li key={node.id}>
              <div className="max-md:flex max-md:flex-col max-md:items-start">
                <To node={node} onOpen={onOpen} />{" "}
                <span>
                  {node !== within && `(${within.title}) `}
                  {words.needsAlone(list.format(needs.map((need) => words.names[need])))}
                </span>
              </div>
            </li>
          ))}
        </Linked>
      )}
      {open.length > 0 && <Questions said={words.open(open.length)} nodes={open} onOpen={onOpen} />}
    </ul>
  );
}

function Questions({ said, nodes, onOpen }: { said: string; nodes: readonly PlanNeeds[]; onOpen: (node: string) => void }) {
  return (
    <Linked said={said}>
      {nodes.map((node) => (
        <li key={node.id}>
          <To node={node} onOpen={onOpen} />
        </li>
      ))}
    </Linked>
  );
}

function Linked({ said, children }: { said: string; children: ReactNode }) {
  return (
    <li>
      {said}
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">{children}</ul>
    </li>
  );
}

function To({ node: { id, title }, onOpen }: { node: PlanNeeds; onOpen: (node: string) => void }) {
  return (
    <button type="button" onClick={() => onOpen(id)} className="rounded-sm text-left [overflow-wrap:anywhere] text-accent underline max-md:min-h-11">
      {title}
    </button>
  );
}
