import { QueryClient } from "@tanstack/react-query";
import { ProblemError } from "@/data/api";

const TRIES = 2;

/** What the server answered with a reason is not asked again by itself; what did not answer is, twice. */
export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < TRIES && !(error instanceof ProblemError && error.problem.status < 500),
      },
    },
  });
}
