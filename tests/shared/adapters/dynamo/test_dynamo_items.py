"""Values and entities survive the table, as the official serialiser would have written them."""

from decimal import Decimal
from typing import Any

import pytest
from boto3.dynamodb.types import TypeDeserializer
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from devkit.fakes.samples import a_build, a_diff, a_revision, a_run, an_app, an_iteration
from shared.adapters.dynamo.table.items import PACKED, entity_item, entity_of, marshalled, plain
from shared.domain.runs.run_parts import RunUsage

FLOATS = st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: x == 0 or 1e-100 < abs(x) < 1e100)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | FLOATS | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_values_come_back(value: Any) -> None:
    back = plain(marshalled(value))
    assert back == value
    assert type(back) is type(value)


@given(FLOATS)
def test_every_digit_of_a_float_is_kept(value: float) -> None:
    official = TypeDeserializer().deserialize(marshalled(value)) if len(repr(value)) < 30 else Decimal(repr(value))
    assert float(official) == value == plain(marshalled(value))


@pytest.mark.parametrize("make", [an_app, a_build, a_revision, a_run, a_diff, an_iteration])
def test_entities_come_back(make: Any) -> None:
    app = an_app()
    if make is an_app:
        entity: BaseModel = app
    else:
        entity = make(a_run(app)) if make is an_iteration else make(app)
    item = entity_item(entity, {"PK": "p", "SK": "s"})
    assert entity_of(type(entity), plain({"M": marshalled(item)["M"]})) == entity


def test_unknown_cost_is_not_no_cost() -> None:
    run = a_run(an_app(), usage=RunUsage(cost_usd=None))
    assert entity_of(type(run), entity_item(run, {"PK": "p", "SK": "s"})).usage.cost_usd is None


def test_packed_fields_are_kept_apart_and_only_when_there_is_something() -> None:
    usage = a_run(an_app(), mentions=["a" * 1000])
    item = entity_item(usage, {"PK": "p", "SK": "s"}, packed={"mentions"})
    assert "mentions" not in item
    assert len(item[PACKED]) < 100
    assert entity_of(type(usage), item) == usage
    assert PACKED not in entity_item(a_run(an_app()), {"PK": "p", "SK": "s"}, packed={"mentions"})


def test_fields_of_newer_code_are_left_out() -> None:
    app = an_app()
    item = entity_item(app, {"PK": "p", "SK": "s"}) | {"from_the_future": 1}
    assert entity_of(type(app), item) == app
