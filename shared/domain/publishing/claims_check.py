"""What the pages claim and cannot do, before visitors believe it."""

from collections.abc import Mapping, Sequence

from shared.domain.diagnostics import Claim, Imitation
from shared.domain.publishing.readiness import Fix, ReadinessCheck, finding_check
from shared.domain.quality.claims import CODE, claim_findings, claims_in, only_built

_ASK = (
    "Say at the point of use, printing included, what is only imitated: who receives it, what is kept and where. "
    "Take out what cannot be true."
)


def claims_check(texts: Mapping[str, str], stated: Sequence[Imitation], built: Sequence[Claim] = ()) -> ReadinessCheck:
    """Advisory; ok where nothing is claimed, and where each claim has a sentence near it that takes it back.

    `built`: what was found in the built files, of which those count that no source has.
    """
    findings = claim_findings([*claims_in(texts), *only_built(built, texts)], stated, texts)
    if findings and all(finding.code != CODE for finding in findings):
        message = "What its pages imitate is marked as a demonstration."
        return ReadinessCheck(
            key="claims", level="advisory", ok=True, message=message, diagnostics=findings, count=len(findings)
        )
    place = next((finding for finding in findings if finding.path), None)
    # The agent mends it; where the Studio cannot ask, the first place is where a person looks.
    fix = Fix(kind="ask", message=_ASK, path=place.path if place else None, line=place.line if place else None)
    good, bad = "Its pages claim nothing that needs a server.", "Its pages claim what only a server can do."
    return finding_check("claims", "advisory", findings, good, bad, fix=fix)
