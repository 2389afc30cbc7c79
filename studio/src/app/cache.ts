import { QueryClient } from "@tanstack/react-query";
import { ProblemError } from "@/data/api";
import { waitOf } from "@/data/problem";

const TRIES = 2;
const LONGEST_MS = 30_000;

/**
 * What the server answered with a reason is not asked again by itself; what did not answer is, twice, and so is what was too
 * much, when the time is over that it named.
 */
export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < TRIES && (waitOf(error) !== null || !(error instanceof ProblemError && error.problem.status < 500)),
        retryDelay: (count, error) => waitOf(error) ?? Math.min(LONGEST_MS, 1000 * 2 ** count),
      },
    },
  });
}
