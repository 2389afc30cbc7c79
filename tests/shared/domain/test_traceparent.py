"""What others write into trace headers: exactly right or nothing at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.traceparent import Traceparent, parse_traceparent, parse_xray

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
GOOD = f"00-{TRACE}-{SPAN}-01"
ROOT = f"1-{TRACE[:8]}-{TRACE[8:]}"
places = st.builds(
    Traceparent,
    st.integers(1, 2**128 - 1).map("{:032x}".format),
    st.integers(1, 2**64 - 1).map("{:016x}".format),
    st.booleans(),
)


@given(places)
def test_what_is_written_can_be_read(place: Traceparent) -> None:
    assert parse_traceparent(place.header()) == place
    assert parse_xray(place.xray()) == place


@given(st.one_of(st.text(), st.from_regex(r"[0-9a-f]{2}-[0-9a-f]{30,34}-[0-9a-f]{14,18}-[0-9a-f]{2}(-.*)?")))
def test_anything_else_is_none_and_never_raises(text: str) -> None:
    found = parse_traceparent(text)
    assert found is None or (found.trace_id in text and found.span_id in text and set(found.trace_id) != {"0"})
    parse_xray(text)


@pytest.mark.parametrize(
    "text",
    [
        None, "", "00", GOOD.upper(), f" {GOOD}", f"{GOOD} ", f"{GOOD}\n", f"{GOOD}-more", f"ff-{TRACE}-{SPAN}-01",
        f"00-{'0' * 32}-{SPAN}-01", f"00-{TRACE}-{'0' * 16}-01", f"00-{TRACE}-{SPAN}-0", f"00-{TRACE}-{SPAN}-zz",
        f"00-{TRACE}\r\nX-Evil: 1-{SPAN}-01", f"00-{TRACE[:-1]}\u0661-{SPAN}-01", f"0-{TRACE}-{SPAN}-01",
        f"01-{TRACE}-{SPAN}-01-{'a' * 500}", f"01-{TRACE}-{SPAN}-01-\x00", f"00_{TRACE}_{SPAN}_01", f"{GOOD},{GOOD}",
    ],
)  # fmt: skip
def test_hostile_headers_are_nothing(text: str | None) -> None:
    assert parse_traceparent(text) is None


@pytest.mark.parametrize(("flags", "sampled"), [("00", False), ("01", True), ("03", True), ("02", False)])
def test_only_the_lowest_flag_decides(flags: str, sampled: bool) -> None:
    assert parse_traceparent(f"00-{TRACE}-{SPAN}-{flags}") == Traceparent(TRACE, SPAN, sampled)


def test_a_later_version_may_say_more() -> None:
    assert parse_traceparent(f"01-{TRACE}-{SPAN}-01-what-ever") == Traceparent(TRACE, SPAN, True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"Root={ROOT};Parent={SPAN};Sampled=1", Traceparent(TRACE, SPAN, True)),
        (f"Sampled=0;Root={ROOT};Parent={SPAN};Lineage=a:b", Traceparent(TRACE, SPAN, False)),
        (f"Root={ROOT};Parent={SPAN}", None),
        (f"Root={ROOT};Sampled=1", None),
        (f"Root={ROOT};Parent={SPAN};Sampled=?", None),
        (f"Root={ROOT};Root={ROOT};Parent={SPAN};Sampled=1", None),
        (f"Root=2-{TRACE[:8]}-{TRACE[8:]};Parent={SPAN};Sampled=1", None),
        (f"Root={ROOT};Parent={'0' * 16};Sampled=1", None),
        (f"Root={ROOT};Parent={SPAN};Sampled=1;{'x' * 600}", None),
        (None, None),
        (";;;", None),
    ],
)
def test_xrays_header(text: str | None, found: Traceparent | None) -> None:
    assert parse_xray(text) == found
