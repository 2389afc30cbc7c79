"""What a browser last reported of the revision that a run begins with, in the run's first request."""

from shared.domain.agent.model_messages import UserMessage
from shared.domain.feedback.build_result import result_text
from shared.domain.feedback.result_status import ResultStatus
from shared.services.agent.loop_work import Work
from shared.services.feedback.latest_result import last_page_report

_NOTE = (
    "What a browser last reported of the revision you begin with: its page failed. If the request is about that, mend "
    "it; else say in your summary that it fails."
)


def tell_report(work: Work) -> Work:
    """Nothing without a report. Reading it is reading a stranger's words, as with `read_build_result`.

    A repair has its report in its message; the first request is kept, so that later ones begin with the same bytes.
    """
    result = last_page_report(work.run, work.inputs.ports.results) if work.run.repair is None else None
    if result is None or result.status != ResultStatus.FAILED:
        return work
    words = f"{_NOTE}\n{result_text(result, work.inputs.ports.clock.now())}"
    return work.note_untrusted(("report",)).say(UserMessage(content=words))
