"""A page of the draft fails and no run begins by itself: that is told to people, with the app."""

from shared.domain.apps.app import App, PageFailure
from shared.domain.feedback.build_report import ReportedPage
from shared.domain.feedback.build_result import BuildResult
from shared.domain.untrusted import shortened
from shared.services.change_app import change_app
from shared.services.loop_ports import LoopPorts

_ERRORS, _CHARACTERS = 3, 300


def note_failure(result: BuildResult, page: ReportedPage | None, ports: LoopPorts) -> None:
    """Keep the first failure of the draft's page with the app: one write a revision, however much is reported."""
    failure = PageFailure(
        revision_id=str(result.revision_id),
        at=result.reported_at,
        errors=[
            error.model_copy(update={"message": shortened(error.message, _CHARACTERS), "stack": None})
            for error in result.errors[:_ERRORS]
        ],
        page=page,
    )

    def change(app: App) -> App:
        known = app.page_failure is not None and app.page_failure.revision_id == failure.revision_id
        same = app.draft_revision_id == failure.revision_id
        return app.model_copy(update={"page_failure": failure}) if same and not known else app

    change_app(tenant_id=result.tenant_id, app_id=str(result.app_id), change=change, apps=ports.apps, clock=ports.clock)
