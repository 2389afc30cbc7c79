const MOST = 50;

/** When something is done, a line each as they were typed; marks of a list are no part of them. */
export const criteriaIn = (typed: string): string[] => typed.split("\n").map((line) => line.replace(/^\s*[-*]\s+/, "").trim()).filter(Boolean).slice(0, MOST);
