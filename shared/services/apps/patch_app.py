"""Changes what a person may set about an app; its address, as long as nobody can have been sent there."""

from pydantic import Field

from shared.domain.apps.app import App, AppSettings, AutonomyMode, EvaluatorMode, ReviewMode
from shared.domain.apps.slugs import validate_slug
from shared.domain.base import Name
from shared.domain.errors import AlreadyPublished
from shared.domain.identity import Principal, require_person
from shared.domain.ids import require_id
from shared.services.builds.rebuild_draft import rebuild_draft
from shared.services.change_app import change_app
from shared.services.planning.choose_plan import PlanChoice, choose_plan
from shared.services.ports_bundle import Ports, SitePorts
from shared.services.spending.choose_model import check_models
from shared.services.spending.run_bounds import check_limits
from shared.services.until_written import until_written


class AppPatch(PlanChoice):
    """Only what is given is changed; `settings` is replaced as a whole. `slug`: until the app was published first.

    `active_phase_node_id` is a phase of the active blueprint; null for either takes it back. `autopilot_paused` stops
    what begins by itself; `max_parallel_runs` is how many runs the autopilot has at once.
    """

    name: Name = ""
    slug: str = ""
    settings: AppSettings = AppSettings()
    instructions: str = Field(default="", max_length=20_000)
    pinned_note: str = Field(default="", max_length=20_000)
    autonomy_mode: AutonomyMode = "off"
    review: ReviewMode = "after"
    evaluator: EvaluatorMode = "build"


def patch_app(*, principal: Principal, app_id: str, patch: AppPatch, ports: Ports) -> App:
    """The app with the fields that were given. Invalid for a model that is not offered, or a cap above the budget;
    for its slug see `choose_slug`, which comes first.

    A change of `settings.env` has the draft built again, so that its preview shows it and publish has it.
    """
    chosen = patch.model_fields_set & PlanChoice.model_fields.keys()
    given = {name: getattr(patch, name) for name in patch.model_fields_set - chosen - {"slug"}}
    if "slug" in patch.model_fields_set:
        choose_slug(principal=principal, app_id=app_id, slug=patch.slug, ports=ports)

    def change(app: App) -> App:
        check_models(patch.settings, app.settings, ports.models)
        check_limits(patch.settings, app.settings, ports.limits)
        if not set(patch.settings.api_hosts) <= set(app.settings.api_hosts):
            require_person(principal, "allow a host")
        named = {"name_derived": False} if "name" in given else {}
        return app.model_copy(update=given | named | choose_plan(app, patch, chosen, ports))

    changed = change_app(ports, principal.tenant_id, require_id("app", app_id), change)
    if "settings" in given:
        rebuild_draft(changed, ports=ports, automation=ports.switches.build_automation)
    return changed


def choose_slug(*, principal: Principal, app_id: str, slug: str, ports: SitePorts) -> App:
    """The app under that slug; the old one is free again. Invalid for one that can be no address.

    Conflict `SLUG_TAKEN`, and `ALREADY_PUBLISHED` once the app was online: links to it are out there, and its old slug
    must not become somebody else's.
    """
    wanted = validate_slug(slug)

    def write(app: App) -> App:
        if app.slug == wanted:
            return app
        if app.publish_seq:
            raise AlreadyPublished("An app that was published keeps its address.", slug=app.slug)
        return ports.apps.rename(app.model_copy(update={"updated_at": ports.clock.now()}), wanted)

    return until_written(lambda: ports.apps.get(principal.tenant_id, require_id("app", app_id)), write, "The app")
