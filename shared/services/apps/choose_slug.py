"""A person chooses the address of an app, as long as nobody can have been sent there."""

from shared.domain.apps.app import App
from shared.domain.apps.slugs import validate_slug
from shared.domain.errors import AlreadyPublished
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.services.ports_bundle import SitePorts
from shared.services.until_written import until_written


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
