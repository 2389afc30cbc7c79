import type { ReactNode } from "react";
import { ProblemError } from "@/data/api";
import { codeOf, detailOf, findingsOf } from "@/data/problem";
import { useGitWords } from "@/messages/git/useGitWords";
import { Fault } from "@/ui/Fault";

/** What the host says itself, which no catalogue has. */
const QUOTED = new Set(["GIT_REJECTED", "PULL_REQUEST_REFUSED"]);

interface Props {
  title: string;
  error: Error | null;
  action?: ReactNode;
}

/** What did not work, what that means, and the next step; of a host that refused, its own words too. */
export function GitFault({ title, error, action }: Props) {
  const { faults, said } = useGitWords();
  const code = codeOf(error);
  const known = code ? faults[code as keyof typeof faults] : undefined;
  const quoted = error instanceof ProblemError && QUOTED.has(error.problem.code) ? said(error.problem.detail) : "";
  const detail = known ? [known.what, quoted, known.next].filter(Boolean).join(" ") : detailOf(error);
  return <Fault title={title} detail={detail} findings={findingsOf(error)} action={action} />;
}
