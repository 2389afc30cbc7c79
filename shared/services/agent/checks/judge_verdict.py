"""What a verdict means for a change: which of its failures are new, which of them stop it."""

from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import CHECKS, Verdict, VerdictPart, own_findings, without_base_failures
from shared.domain.diagnostics import Diagnostic
from shared.services.agent.loop_work import Work

_KEPT, _KEPT_CHARS = 5, 300


def judge(work: Work, verdict: Verdict, base: Verdict | None) -> Verdict:
    """The verdict with what the settings make advisory, and what the base had too set apart."""
    gates = work.inputs.app.settings.gates
    for name in CHECKS:
        part = verdict.part(name)
        if part.status == CheckStatus.FAILED and base is not None:
            part = without_base_failures(part, base.part(name))
        if part.status == CheckStatus.FAILED and gates.demand(name) != "required":
            part = part.model_copy(update={"advisory": True})
        verdict = verdict.with_part(name, part)
    return verdict


def kept(verdict: Verdict) -> Verdict:
    """As a run, a revision and a diff keep it: the first findings of each part, shortened."""
    parts = {name: _short(getattr(verdict, name)) for name in ("build", *CHECKS)}
    return verdict.model_copy(update=parts)


def _short(part: VerdictPart) -> VerdictPart:
    few = {"diagnostics": _few(part.diagnostics), "known": _few(part.known)}
    return part.model_copy(update=few | ({"count": own_findings(part)} if part.status == CheckStatus.FAILED else {}))


def _few(found: list[Diagnostic]) -> list[Diagnostic]:
    return [one.model_copy(update={"message": one.message[:_KEPT_CHARS]}) for one in found[:_KEPT]]
