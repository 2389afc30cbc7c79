"""A run is made of parts, and is stored and shown flat."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import AwareDatetime

from devkit.api.releases import RELEASES, stored
from devkit.fakes.samples import a_run, an_app
from shared.adapters.dynamo.table.items import entity_item, entity_of, marshalled_map, plain_map
from shared.domain.agent.model_messages import ProviderState
from shared.domain.builds.worker_page import PageSpec
from shared.domain.runs.run import PARTS, Run

KINDS = {kind: [name for name in kind.model_fields if name not in PARTS] for kind in (Run, *PARTS.values())}
NAMES = [name for names in KINDS.values() for name in names]
RUN = a_run(an_app())

st.register_type_strategy(float, st.floats(0, 1e12))
st.register_type_strategy(  # type: ignore[type-abstract, unused-ignore]  # a class at run time
    AwareDatetime, st.integers(0, 2**32).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
)
st.register_type_strategy(ProviderState, st.builds(ProviderState, origin=st.just("chat:m"), fields=st.just({"a": [1]})))
st.register_type_strategy(PageSpec, st.builds(PageSpec, path=st.just("/about"), actions=st.just([])))


def test_no_two_fields_have_one_name() -> None:
    assert len(NAMES) == len(set(NAMES)) and not set(NAMES) & set(PARTS)
    assert set(RUN.fields) == set(RUN.model_dump()) == set(NAMES)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(max_examples=5, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_every_field_goes_into_the_flat_row_and_comes_back(kind: type[Any], data: st.DataObject) -> None:
    values = {name: data.draw(st.from_type(kind.model_fields[name].annotation), name) for name in KINDS[kind]}
    run = RUN.change(**values)
    assert run.fields == RUN.fields | values
    row = entity_item(run, {"PK": "p", "SK": "s"}, packed={"queued"})
    assert not set(row) & set(PARTS)
    assert entity_of(Run, plain_map(marshalled_map(row))) == run
    assert Run.model_validate_json(run.model_dump_json()) == run


@pytest.mark.parametrize("release", RELEASES)
def test_a_row_of_an_earlier_release_keeps_its_names_and_values(release: str) -> None:
    row = stored(release)["run"]
    back = Run.model_validate(row).model_dump(mode="json")
    plain = {name: value for name, value in row.items() if not isinstance(value, dict | list)}
    assert plain.items() <= back.items() and set(row) <= set(back)


def test_a_field_that_a_run_does_not_have_is_not_changed() -> None:
    with pytest.raises(TypeError, match="a run has no sumary"):
        RUN.change(stage="edit", sumary="Done")
