import { ProblemError } from "@/data/api";

/** Whether the server says that there is no such thing (any more). */
export const isGone = (error: Error | null): boolean => error instanceof ProblemError && error.problem.status === 404;

/** What was read once, while the server does not say that it is deleted: here or in another window. */
export const stillThere = <T>({ data, error }: { data: T | undefined; error: Error | null }): T | undefined => (isGone(error) ? undefined : data);
