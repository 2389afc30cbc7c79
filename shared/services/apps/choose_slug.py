"""A person chooses the address of an app, as long as nobody can have been sent there."""

from shared.domain.apps.app import App
from shared.domain.apps.slugs import validate_slug
from shared.domain.errors import AlreadyPublished, Conflict, SlugTaken, Transient
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.services.ports_bundle import SitePorts

_TRIES = 10


def choose_slug(*, principal: Principal, app_id: str, slug: str, ports: SitePorts) -> App:
    """The app under that slug; the old one is free again. Invalid for one that can be no address.

    Conflict `SLUG_TAKEN`, and `ALREADY_PUBLISHED` once the app was online: links to it are out there, and its old slug
    must not become somebody else's.
    """
    wanted = validate_slug(slug)
    for _ in range(_TRIES):
        app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
        if app.slug == wanted:
            return app
        if app.publish_seq:
            raise AlreadyPublished("An app that was published keeps its address.", slug=app.slug)
        try:
            return ports.apps.rename(app.model_copy(update={"updated_at": ports.clock.now()}), wanted)
        except SlugTaken:
            raise
        except Conflict:
            continue
    raise Transient("The app is being changed by somebody else; try again.")
