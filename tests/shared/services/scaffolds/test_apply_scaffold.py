"""A scaffold is proposed: a person decides, the draft stays as it is until then."""

import pytest

from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.diffs.review import Review
from shared.domain.errors import Invalid, MergeConflict, NotFound, ScaffoldApplied
from shared.domain.frameworks import Framework
from shared.domain.identity import Principal
from shared.domain.publishing.readiness import ReadinessCheck
from shared.domain.scaffolds.scaffold import is_applied
from shared.services.assets.load_templates import load_templates
from shared.services.diffs.commit_diff import CommitRequest, commit_diff
from shared.services.diffs.review_diff import discard_diff, review_diff
from shared.services.ports_bundle import Ports
from shared.services.publishing.check_readiness import check_readiness
from shared.services.scaffolds.apply_scaffold import ScaffoldProposal, ScaffoldRequest, apply_scaffold
from shared.services.scaffolds.find_scaffolds import AppScaffold, find_scaffold, find_scaffolds

TEMPLATES = load_templates()
FORM = {"VITE_CONTACT_FORM_URL": "https://formspree.io/f/abc"}


@pytest.fixture
def app(world: World) -> App:
    return world.make_app(TEMPLATES["react"].files)[0]


def propose(app: App, me: Principal, ports: Ports, key: str = "contact", **values: str) -> ScaffoldProposal:
    request = ScaffoldRequest(values=values)
    return apply_scaffold(principal=me, app_id=app.id, key=key, request=request, ports=ports)


def keep(made: ScaffoldProposal, me: Principal, ports: Ports) -> None:
    review_diff(principal=me, diff_id=made.diff_id, review=Review(decision="approve"), ports=ports)
    commit_diff(principal=me, diff_id=made.diff_id, request=CommitRequest(), ports=ports)


def stand(app: App, me: Principal, ports: Ports, key: str = "contact") -> AppScaffold:
    found = find_scaffolds(principal=me, app_id=app.id, ports=ports)
    return next(one for one in found if one.scaffold.key == key)


def test_it_waits_as_a_proposal_and_becomes_a_revision_when_it_is_kept(
    app: App, world: World, me: Principal, ports: Ports
) -> None:
    made = propose(app, me, ports, **FORM)
    assert (made.placed, made.ask, made.hosts) == (True, None, ["formspree.io"]) and made.next
    now = ports.apps.get(app.tenant_id, app.id)
    assert now.draft_revision_id == app.draft_revision_id and now.settings.env == FORM
    diff = ports.diffs.get(app.tenant_id, app.id, made.diff_id)
    assert (diff.status, diff.commit_message) == (DiffStatus.PENDING_REVIEW, "Set up: Contact form")
    assert (stand(app, me, ports).state, stand(app, me, ports).diff_id) == ("proposed", made.diff_id)
    keep(made, me, ports)
    after = stand(app, me, ports)
    assert (after.state, after.diff_id, after.unset) == ("applied", None, [])
    draft = ports.apps.get(app.tenant_id, app.id).draft_revision_id or ""
    tree = ports.revisions.get(app.tenant_id, app.id, draft).tree
    assert is_applied(find_scaffold("contact").scaffold, ports.snapshots.get(app.tenant_id, app.id, tree))


def test_a_second_time_is_refused_in_words(app: App, me: Principal, ports: Ports) -> None:
    made = propose(app, me, ports)
    with pytest.raises(ScaffoldApplied, match="decide about that first") as waits:
        propose(app, me, ports)
    assert waits.value.extra == {"diff_id": made.diff_id}
    keep(made, me, ports)
    with pytest.raises(ScaffoldApplied, match="already"):
        propose(app, me, ports)


def test_what_was_set_aside_can_be_proposed_again(app: App, me: Principal, ports: Ports) -> None:
    first = propose(app, me, ports)
    discard_diff(principal=me, diff_id=first.diff_id, ports=ports)
    assert stand(app, me, ports).state == "available"
    assert propose(app, me, ports).diff_id != first.diff_id


def test_other_values_of_the_app_stay(app: App, me: Principal, ports: Ports) -> None:
    propose(app, me, ports, "mail", VITE_EMAILJS_SERVICE="service_1")
    propose(app, me, ports, **FORM)
    assert ports.apps.get(app.tenant_id, app.id).settings.env == {"VITE_EMAILJS_SERVICE": "service_1", **FORM}
    assert stand(app, me, ports, "mail").unset == ["VITE_EMAILJS_TEMPLATE", "VITE_EMAILJS_PUBLIC_KEY"]


def test_a_refused_one_leaves_nothing(app: App, world: World, me: Principal, ports: Ports) -> None:
    with pytest.raises(Invalid):
        propose(app, me, ports, VITE_CONTACT_FORM_URL="no address")
    taken, _ = world.make_app({**TEMPLATES["react"].files, "src/features/contact/contact.ts": b"mine\n"})
    with pytest.raises(MergeConflict):
        propose(taken, me, ports, **FORM)
    with pytest.raises(NotFound):
        propose(app, me, ports, "teleport")
    for each in (app, taken):
        assert ports.diffs.list(each.tenant_id, each.id, limit=5).items == []
        assert ports.apps.get(each.tenant_id, each.id).settings.env == {}


@pytest.mark.parametrize("framework", ["react", "vue", "svelte", "vanilla"])
def test_an_app_without_a_plain_place_is_told_what_to_ask(
    framework: Framework, world: World, me: Principal, ports: Ports
) -> None:
    app, _ = world.make_app(TEMPLATES[f"{framework}-app"].files, framework=framework)
    made = propose(app, me, ports)
    assert not made.placed and "src/features/contact/" in (made.ask or "")


def test_it_is_another_tenants_to_nobody(app: App, stranger: Principal, ports: Ports) -> None:
    with pytest.raises(NotFound):
        find_scaffolds(principal=stranger, app_id=app.id, ports=ports)
    with pytest.raises(NotFound):
        propose(app, stranger, ports)


def test_what_it_does_without_is_not_called_unset(app: App, me: Principal, ports: Ports) -> None:
    place = {"VITE_MAP_LATITUDE": "52.5", "VITE_MAP_LONGITUDE": "13.4"}
    keep(propose(app, me, ports, "map", **place), me, ports)
    assert env_check(app, me, ports).ok
    stored = ports.apps.get(app.tenant_id, app.id)
    settings = stored.settings.model_copy(update={"env": {"VITE_MAP_LATITUDE": "52.5"}})
    ports.apps.update(stored.model_copy(update={"settings": settings}))
    found = env_check(app, me, ports)
    assert found.fix is not None and found.fix.names == ["VITE_MAP_LONGITUDE"] and len(found.diagnostics) == 1


def env_check(app: App, me: Principal, ports: Ports) -> ReadinessCheck:
    checks = check_readiness(principal=me, app_id=app.id, ports=ports).checks
    return next(one for one in checks if one.key == "env")
