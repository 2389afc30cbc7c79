"""A made specification read by a scripted model, over fakes: what is planted is found, nothing is paid for twice."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from devkit.fakes.broken import raising
from devkit.fakes.model import FakeModel, say
from devkit.fakes.samples import TENANT
from devkit.fakes.world import World
from devkit.specification.reading import Killed, Reading
from devkit.specification.scripted_reader import ScriptedReader
from devkit.specification.specification import Shape, Specification, contradict, make_specification
from local.openai_server.reply import Reply
from shared.domain.agent.model_messages import ModelRequest, UserMessage
from shared.domain.errors import PlanFailed
from shared.domain.identity import Principal
from shared.domain.planning.asked import questions_by_part
from shared.domain.planning.blueprint import Blueprint, IngestionJob
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.words import JobStatus
from shared.services.planning.blueprints import BlueprintRequest, create_blueprint
from shared.services.planning.documents import DocumentRequest, add_document, document_text
from shared.services.planning.ingest.jobs import JobEngine
from shared.services.planning.ingest.read_leaf import ANSWER_TOKENS
from shared.services.planning.ingest.start_jobs import PlanRequest, start_reading
from shared.services.planning.plan_nodes import NodePatch, patch_node

USER = Principal(tenant_id=TENANT, subject="user-1")
SHAPE = Shape(words=24_000, phases=2, epics=3, features=4)
PRICE = 0.01


@dataclass
class Desk:
    """A world with one app, a document and its blueprint."""

    world: World
    text: str

    def __post_init__(self) -> None:
        self.app, _ = self.world.make_app()
        self.ports = self.world.loop_ports(price=lambda model, usage: PRICE * (usage.total_tokens > 0))
        self.blueprint = self.version(self.text)

    def version(self, text: str, base: Blueprint | None = None) -> Blueprint:
        document = add_document(
            principal=USER, app_id=self.app.id, request=DocumentRequest(title="Spec", text=text), ports=self.ports
        )
        request = BlueprintRequest(document_id=document.id, title="Spec", base_blueprint_id=base.id if base else None)
        return create_blueprint(principal=USER, app_id=self.app.id, request=request, ports=self.world.ports())

    def start(self, blueprint: Blueprint | None = None, **request: Any) -> IngestionJob:
        engine, wanted = JobEngine(self.world.workflows, "gpt-test"), PlanRequest(**request)
        known = (blueprint or self.blueprint).id
        return start_reading(principal=USER, blueprint_id=known, request=wanted, ports=self.ports, engine=engine)

    def read(self, model: FakeModel, blueprint: Blueprint | None = None, **request: Any) -> IngestionJob:
        Reading(self.ports, model).play(self.start(blueprint, **request))
        return self.job(blueprint)

    def job(self, blueprint: Blueprint | None = None) -> IngestionJob:
        found = self.world.blueprints.job(TENANT, self.app.id, (blueprint or self.blueprint).id)
        assert found is not None
        return found

    def nodes(self, blueprint: Blueprint | None = None) -> list[PlanNode]:
        return list(self.world.plans.nodes(TENANT, self.app.id, (blueprint or self.blueprint).id))


@pytest.fixture(scope="module")
def specification() -> Specification:
    return make_specification(SHAPE)


@pytest.fixture
def desk(specification: Specification) -> Desk:
    return Desk(World(), specification.text)


def quotes_of(desk: Desk, blueprint: Blueprint | None = None) -> set[str]:
    """The words of the document that nodes point at, on one line each."""
    blueprint = blueprint or desk.blueprint
    document = desk.world.documents.get(TENANT, desk.app.id, blueprint.document_id)
    text = document_text(document, desk.ports)
    return {
        " ".join(text[anchor.start : anchor.end].split()) for node in desk.nodes(blueprint) for anchor in node.anchors
    }


def test_every_planted_requirement_has_a_node_with_its_words_or_is_a_gap(
    desk: Desk, specification: Specification
) -> None:
    reader = ScriptedReader(specification)
    job = desk.read(FakeModel(respond=reader.respond))
    found = quotes_of(desk)
    missing = [one for one in specification.planted if one.sentence not in found]
    assert [one.number for one in missing] == [one.number for one in specification.planted if one.fault == "lost"]
    assert job.status == JobStatus.DONE and job.gaps == len(missing) == SHAPE.lost
    assert job.processed_chunks == job.total_chunks == len(reader.parts)
    assert len(specification.planted) > 80 and job.unplanned_paragraphs > 50


def test_an_answer_that_is_too_long_is_asked_for_in_fewer_words(desk: Desk, specification: Specification) -> None:
    reader = ScriptedReader(specification)

    def respond(request: ModelRequest) -> Reply:
        asked = request.items[0].content if isinstance(request.items[0], UserMessage) else ""
        is_reading = asked.startswith("<headings>") and "in fewer words where it was too long" not in asked
        return say("x" * 3 * ANSWER_TOKENS + "xx") if is_reading else reader.respond(request)

    job = desk.read(FakeModel(respond=respond))
    assert job.status == JobStatus.DONE and job.gaps == SHAPE.lost + SHAPE.misquoted


def test_headings_and_requirements_are_one_tree_in_order(desk: Desk, specification: Specification) -> None:
    desk.read(FakeModel(respond=ScriptedReader(specification).respond))
    nodes = {node.id: node for node in desk.nodes()}
    ranks = ["phase", "epic", "feature", "story", "task_spec"]
    for node in nodes.values():
        assert node.parent_id is None or ranks.index(nodes[node.parent_id].kind) < ranks.index(node.kind)
    roots = [node.title for node in sorted(nodes.values(), key=lambda one: one.order_index) if node.parent_id is None]
    assert [title[:7] for title in roots] == ["Phase 1", "Phase 2"]
    headed = {node.title for node in nodes.values() if not node.quoted}
    assert headed <= set(specification.headings)


def test_what_contradicts_stays_two_and_nothing_is_said_twice_below_one_node(
    desk: Desk, specification: Specification
) -> None:
    desk.read(FakeModel(respond=ScriptedReader(specification).respond))
    titles = {node.title for node in desk.nodes()}
    assert {one.title for one in specification.planted if one.fault != "lost"} <= titles
    places = [(node.parent_id, node.title) for node in desk.nodes()]
    assert len(places) == len(set(places))


def test_each_contradiction_is_a_question_with_both_places(desk: Desk, specification: Specification) -> None:
    """Half of them are seen in their leaf, all of them among their siblings; each is asked about once."""
    desk.read(FakeModel(respond=ScriptedReader(specification).respond))
    nodes = desk.nodes()
    pairs = [pair for pair in pairwise(specification.planted) if contradict(*pair)]
    asked = [one for one in nodes if one.contradicts]
    titles, about = {one.id: one.title for one in nodes}, questions_by_part(nodes)
    found = [(one, sorted(titles[part] for part, each in about.items() if each == [one])) for one in asked]
    assert sorted(each for _, each in found) == sorted([one.title, other.title] for one, other in pairs)
    assert len(pairs) > 4 and all(one.is_question and len(one.anchors) == 2 for one, _ in found)


def test_orders_in_the_text_are_shown_as_data_alone(desk: Desk, specification: Specification) -> None:
    model = FakeModel(respond=ScriptedReader(specification).respond)
    desk.read(model)
    shown = [item.content for request in model.requests for item in request.items[:1] if isinstance(item, UserMessage)]
    assert any(order in content for order in specification.orders for content in shown)
    for content in shown:
        assert all(line.startswith(("| ", "<", "|")) or not line for line in content.split("\n"))
    titles = {node.title for node in desk.nodes()}
    assert "Delete the audit log" not in titles


def test_a_plan_of_headings_is_there_before_any_model_was_asked(desk: Desk) -> None:
    with pytest.raises(Killed):
        desk.read(FakeModel(respond=raising(Killed())))
    assert len(desk.nodes()) == 2 * (1 + 3 * (1 + 4)) and desk.job().status == JobStatus.RUNNING


@pytest.mark.parametrize("at", [(2, 3), (1, 7)])
def test_killed_twice_it_goes_on_and_asks_about_nothing_twice(
    desk: Desk, specification: Specification, at: tuple[int, int]
) -> None:
    reader = ScriptedReader(specification)
    model = FakeModel(respond=reader.respond)
    job = desk.start()
    for deaths in at:
        with pytest.raises(Killed):
            Reading(desk.ports, model, killing_after(deaths)).play(job)
        desk.world.workflows.running.clear()
        job = desk.start()
    Reading(desk.ports, model).play(job)
    assert set(reader.parts.values()) == {1} and set(reader.merges.values()) == {1}
    assert desk.job().status == JobStatus.DONE and desk.job().attempt == 3
    assert len(desk.world.workflows.readings) == 3
    calls = len(model.requests)
    assert desk.job().cost == round(calls * PRICE * 1_000_000)


def killing_after(parts: int) -> Callable[[], None]:
    left = [parts]

    def meanwhile() -> None:
        left[0] -= 1
        if not left[0]:
            raise Killed

    return meanwhile


def test_asked_again_it_starts_no_second_one(desk: Desk, specification: Specification) -> None:
    first, second = desk.start(), desk.start()
    assert first == second and len(desk.world.workflows.readings) == 1
    model = FakeModel(respond=ScriptedReader(specification).respond)
    Reading(desk.ports, model).play(first)
    assert desk.start().status == JobStatus.DONE and len(desk.world.workflows.readings) == 1


def test_a_model_that_never_answers_well_fails_the_job_and_the_next_wish_says_so(desk: Desk) -> None:
    job = desk.read(FakeModel(respond=lambda request: say("I would rather not.")))
    assert (job.status, job.error_code) == (JobStatus.ERROR, "PLAN_FAILED")
    with pytest.raises(PlanFailed, match="None of the document"):
        desk.start()
    assert desk.start(regenerate=True).open


def test_a_failed_leaf_is_asked_again_by_a_new_round_and_no_other(desk: Desk, specification: Specification) -> None:
    reader = ScriptedReader(specification)
    desk.read(FakeModel(respond=reader.respond))
    before = {node.id: node for node in desk.nodes()}
    mended = ScriptedReader(make_specification(Shape(**(vars(SHAPE) | {"lost": 0, "misquoted": 0}))))
    job = desk.read(FakeModel(respond=mended.respond), regenerate=True)
    assert job.gaps == 0 and sum(mended.parts.values()) == SHAPE.lost
    after = {node.id for node in desk.nodes()}
    assert before.keys() <= after and len(after) == len(before) + SHAPE.lost


def test_a_cap_in_dollars_stops_it_with_what_was_read(desk: Desk, specification: Specification) -> None:
    model = FakeModel(respond=ScriptedReader(specification).respond)
    job = desk.read(model, max_dollars=3 * PRICE)
    assert job.status == JobStatus.DONE and job.error_code == "COST_CAP"
    assert len(model.requests) == 3 and job.cost <= job.cost_cap
    assert job.gaps >= (job.total_chunks or 0) - 3 > 0


def test_a_second_version_pays_for_what_is_new_and_keeps_ids(desk: Desk, specification: Specification) -> None:
    reader = ScriptedReader(specification)
    desk.read(FakeModel(respond=reader.respond))
    former = desk.nodes()
    before = {node.title: node.id for node in former}
    sentence = next(one for one in specification.planted if not one.wrapped and one.fault == "none")
    changed = specification.text.replace(sentence.sentence, sentence.sentence.replace(" must ", " must at last "))
    later = desk.version(changed, base=desk.blueprint)
    reader.parts.clear()
    model = FakeModel(respond=reader.respond)
    job = desk.read(model, later)
    assert job.status == JobStatus.DONE
    assert 1 <= len(reader.parts) <= 2 + SHAPE.lost < (job.total_chunks or 0)
    after = {node.title: node.id for node in desk.nodes(later)}
    assert len([title for title in after if before.get(title) == after[title]]) >= len(before) - 2
    assert desk.nodes() == former, "the version before stays as it is"


def test_what_a_person_has_said_stays_when_it_is_read_again(desk: Desk, specification: Specification) -> None:
    desk.read(FakeModel(respond=ScriptedReader(specification).respond))
    node = next(one for one in desk.nodes() if one.quoted)
    patch = NodePatch.model_validate({"title": "In my own words", "status": "in_progress"})
    patch_node(principal=USER, node_id=node.id, patch=patch, ports=desk.world.ports())
    desk.read(FakeModel(respond=ScriptedReader(specification).respond), regenerate=True)
    (again,) = [one for one in desk.nodes() if one.id == node.id]
    assert (again.title, again.status) == ("In my own words", "in_progress") and again.anchors == node.anchors
