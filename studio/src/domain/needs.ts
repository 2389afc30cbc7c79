/** What a part of a plan may need that a published app here has not: it is static files in a browser. */
export const NEEDS = ["server", "database", "accounts", "payments", "mail", "schedule"] as const;
export type Need = (typeof NEEDS)[number];

/** A node of a plan as far as this needs it. */
export interface PlanNeeds {
  id: string;
  title: string;
  status: string;
  needs: readonly Need[];
  is_question: boolean;
  /** A question that is open because the text says two things. */
  contradicts: boolean;
  answer: string;
  children: readonly this[];
}

export interface Needy {
  needs: readonly Need[];
  /** The titles of the parts that say so. */
  parts: readonly string[];
}

/** What a part and all in it need, as far as it is not done. */
export function needsOf(node: PlanNeeds): Needy {
  const below = node.children.map(needsOf);
  const own = node.status === "done" ? [] : node.needs;
  const all = new Set([...own, ...below.flatMap(({ needs }) => needs)]);
  return { needs: NEEDS.filter((need) => all.has(need)), parts: [...(own.length > 0 ? [node.title] : []), ...below.flatMap(({ parts }) => parts)] };
}

/** The questions of a plan that nobody has answered, in reading order. */
export function openQuestions<N extends PlanNeeds>(tree: readonly N[]): N[] {
  return tree.flatMap((node) => [...(node.is_question && !node.answer ? [node] : []), ...openQuestions(node.children)]);
}

interface Asking {
  id: string;
  questions: readonly string[];
  children: readonly this[];
}

/** The parts whose words a question is about. */
export function asksAbout<N extends Asking>(tree: readonly N[], question: string): N[] {
  return tree.flatMap((node) => [...(node.questions.includes(question) ? [node] : []), ...asksAbout(node.children, question)]);
}

/** The outermost parts that need something. */
export const needyParts = <N extends PlanNeeds>(tree: readonly N[]): N[] => tree.filter((node) => needsOf(node).needs.length > 0);

export const hasUnknowns = (tree: readonly PlanNeeds[]) => needyParts(tree).length + openQuestions(tree).length > 0;

/** A plan without its questions, and without what holds nothing else. */
export function toBuild<N extends PlanNeeds>(tree: readonly N[]): N[] {
  return tree.flatMap((node) => {
    const children = toBuild(node.children);
    return node.is_question || (node.children.length > 0 && node.children.every((one) => one.is_question)) ? [] : [{ ...node, children }];
  });
}
