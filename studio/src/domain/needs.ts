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
  /** The titles of the parts that need it, as far out as all of them does; none where it is all that was looked at. */
  parts: readonly string[];
}

/** A part of which all needs something, and the outermost one that it lies in. */
export interface NeedyPart<N> {
  node: N;
  needs: readonly Need[];
  within: N;
}

const allOf = (parts: readonly { needs: readonly Need[] }[]) => NEEDS.filter((need) => parts.some(({ needs }) => needs.includes(need)));
const isLeft = (node: PlanNeeds) => node.status !== "done" && !node.is_question && !(node.children.length > 0 && node.children.every((one) => one.is_question));

/** What is needed in a part as far as it is not done: by the part itself where all in it needs something, else by those that do. */
function needy<N extends PlanNeeds>(node: N, within: N): NeedyPart<N>[] {
  if (!isLeft(node)) return [];
  const inside = node.children.filter(isLeft);
  const below = inside.map((one) => needy<N>(one, within));
  const own = { node, needs: node.needs, within };
  const parts = [...(node.needs.length > 0 ? [own] : []), ...below.flat()];
  const isWhole = inside.length > 0 && below.every((found, at) => found[0]?.node === inside[at]);
  return isWhole ? [{ ...own, needs: allOf(parts) }] : parts;
}

/** What a part and all in it need. */
export function needsOf(node: PlanNeeds): Needy {
  const parts = needy(node, node);
  return { needs: allOf(parts), parts: parts.length === 1 && parts[0]?.node === node ? [] : parts.map((one) => one.node.title) };
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

/** The outermost parts of which all needs something. */
export const needyParts = <N extends PlanNeeds>(tree: readonly N[]) => tree.flatMap((node) => needy(node, node));

export const hasUnknowns = (tree: readonly PlanNeeds[]) => needyParts(tree).length + openQuestions(tree).length > 0;

/** A plan without its questions, and without what holds nothing else. */
export function toBuild<N extends PlanNeeds>(tree: readonly N[]): N[] {
  return tree.flatMap((node) => {
    const children = toBuild(node.children);
    return node.is_question || (node.children.length > 0 && node.children.every((one) => one.is_question)) ? [] : [{ ...node, children }];
  });
}
