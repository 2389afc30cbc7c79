"""A Diff: a patch under review, or what an unfinished run leaves behind."""

from shared.domain.agent.egress import UntrustedSource
from shared.domain.base import Moment, OfApp
from shared.domain.builds.build_status import BuildOutcome
from shared.domain.builds.verdict import Verdict
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs.diff_status import DiffStatus, Judgement, ShownDiffStatus
from shared.domain.diffs.review import FileDecision
from shared.domain.revisions.revision import PulledCommit


class Diff(OfApp):
    """The change from `base_tree` to `tree`; the unified text is derived from the two trees when asked for.

    An approved one has `accepted_tree`: what a commit keeps. `revision_id` is the revision it was committed as.
    `build_status` is that of `tree`, unknown when exactly this tree was never built. `problems` says what a reviewer
    should know before approving: a failed build, failed tests, a rejection, why the run stopped. A continued one is
    closed because the run `continued_by` goes on with it. `verdict` is that of `tree`. `untrusted`: whose words came in
    with one of no run; `pulled`: the commit of others that it brings.
    """

    id: str
    run_id: str | None
    conversation_id: str | None
    base_revision_id: str
    base_commit: str
    base_tree: str
    tree: str
    target_branch: str = "main"
    status: DiffStatus
    vibecoder_prompt: str = ""
    evaluator_verdict: Judgement = Judgement.NONE
    evaluator_reasoning: str = ""
    build_status: BuildOutcome = BuildOutcome.UNKNOWN
    problems: list[Diagnostic] = []
    verdict: Verdict | None = None
    commit_message: str = ""
    human_feedback: str | None = None
    decisions: list[FileDecision] = []
    accepted_tree: str | None = None
    reviewed_by: str | None = None
    continued_by: str | None = None
    revision_id: str | None = None
    committed_sha: str | None = None
    untrusted: list[UntrustedSource] = []
    pulled: PulledCommit | None = None
    test_results: str | None = None
    tests_run_at: Moment | None = None
    created_at: Moment
    updated_at: Moment
    version: int = 1

    @property
    def wanted_tree(self) -> str:
        """What a commit keeps: the accepted part once there is one, else the whole."""
        return self.accepted_tree or self.tree


def diff_word(diff: Diff, *, stale: bool) -> ShownDiffStatus:
    """The status as reviewers read it: approved by the evaluator only when one approved it."""
    return ShownDiffStatus.STALE if stale else diff.status.shown_as(diff.evaluator_verdict)
