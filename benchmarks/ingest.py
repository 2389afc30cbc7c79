"""Our own time for reading a specification, with a model that answers at once: 500,000 words, and how it grows.

Stores are in memory and states run one after another. The seconds are the processor's: those of our code on one core,
however busy the machine is.
"""

import math
import time

from benchmarks.report import report
from devkit.fakes.model import FakeModel
from devkit.fakes.samples import TENANT
from devkit.fakes.world import World
from devkit.specification.reading import Reading
from devkit.specification.scripted_reader import ScriptedReader
from devkit.specification.specification import Shape, make_specification
from shared.domain.identity import Principal
from shared.services.loop_ports import LoopPorts
from shared.services.planning.blueprints import BlueprintRequest, create_blueprint
from shared.services.planning.documents import DocumentRequest, add_document
from shared.services.planning.ingest.jobs import JobEngine
from shared.services.planning.ingest.start_jobs import PlanRequest, start_reading
from shared.services.planning.read_outline import read_outline

_SIZES = (50_000, 500_000)
_TIMES = 3
_USER = Principal(tenant_id=TENANT, subject="user-1")


def main() -> None:
    """Three lines: the whole, its growth, the outline alone."""
    whole, outlines = {}, {}
    for words in _SIZES:
        specification = make_specification(Shape(words=words, phases=words // 25_000, epics=4, features=5))
        runs = [_seconds(specification.text, ScriptedReader(specification)) for _ in range(_TIMES)]
        whole[words] = runs
        outlines[words] = [_outline_seconds(specification.text) for _ in range(_TIMES)]
    small, large = _SIZES
    best = {words: min(own for own, _ in runs) for words, runs in whole.items()}
    name = f"{small:,} words"
    asked = {"model_seconds": round(min(model for _, model in whole[large]), 2)}
    own = [own for own, _ in whole[large]]
    report("ingest.own_time", own, "s", baseline=best[small], baseline_name=name, detail=asked)
    report("ingest.exponent", [_exponent(best[large], best[small])], "")
    report("ingest.outline", outlines[large], "s", baseline=min(outlines[small]), baseline_name=name)


def _seconds(text: str, reader: ScriptedReader) -> tuple[float, float]:
    """Our own, and those that the scripted model itself took."""
    world = World()
    app, _ = world.make_app()
    ports = world.loop_ports()
    asked = 0.0

    def respond(request: object) -> object:
        nonlocal asked
        began = time.process_time()
        reply = reader.respond(request)  # type: ignore[arg-type]
        asked += time.process_time() - began
        return reply

    began = time.process_time()
    _read(text, app.id, world, ports, FakeModel(respond=respond))  # type: ignore[arg-type]
    return time.process_time() - began - asked, asked


def _read(text: str, app_id: str, world: World, ports: LoopPorts, model: FakeModel) -> None:
    document = add_document(
        principal=_USER, app_id=app_id, request=DocumentRequest(title="Spec", text=text), ports=ports
    )
    request = BlueprintRequest(document_id=document.id, title="Spec")
    blueprint = create_blueprint(principal=_USER, app_id=app_id, request=request, ports=world.ports())
    engine, wanted = JobEngine(world.workflows, "gpt-test"), PlanRequest(max_dollars=1_000)
    job = start_reading(principal=_USER, blueprint_id=blueprint.id, request=wanted, ports=ports, engine=engine)
    Reading(ports, model).play(job)
    done = world.blueprints.job(TENANT, app_id, blueprint.id)
    assert done is not None and done.status == "done" and not done.open


def _outline_seconds(text: str) -> float:
    began = time.process_time()
    read_outline(text, "markdown")
    return time.process_time() - began


def _exponent(large: float, small: float) -> float:
    return math.log(large / small) / math.log(_SIZES[1] / _SIZES[0])
