"""The contract of `IdempotencyStore`."""

import random
from typing import Any

import pytest

from shared.domain.errors import Invalid, RequestPending
from shared.ports.requests import StoredAnswer
from tests.support.racing import failures, race

ANSWER = StoredAnswer(201, '{"é": 1}', frozenset({"apps:read", "apps:write"}))


def test_the_first_answer_is_given_again_for_a_day(stores: Any, tenant: str) -> None:
    assert stores.idempotency.begin(tenant, "k", "f") is None
    stores.idempotency.finish(tenant, "k", ANSWER)
    assert stores.idempotency.begin(tenant, "k", "f") == ANSWER
    stores.clock.advance(86_399)
    assert stores.idempotency.begin(tenant, "k", "f") == ANSWER
    stores.clock.advance(1)
    assert stores.idempotency.begin(tenant, "k", "another") is None


def test_another_body_is_refused(stores: Any, tenant: str) -> None:
    stores.idempotency.begin(tenant, "k", "f")
    for _ in range(2):
        with pytest.raises(Invalid) as refusal:
            stores.idempotency.begin(tenant, "k", "g")
        assert refusal.value.code == "IDEMPOTENCY_MISMATCH"
        stores.idempotency.finish(tenant, "k", ANSWER)
    assert stores.idempotency.begin(tenant, "k", "f") == ANSWER


def test_a_second_request_waits_for_the_first(stores: Any, tenant: str) -> None:
    stores.idempotency.begin(tenant, "k", "f")
    with pytest.raises(RequestPending) as refusal:
        stores.idempotency.begin(tenant, "k", "f")
    assert (refusal.value.status, refusal.value.code) == (409, "REQUEST_PENDING")
    assert refusal.value.extra == {"retry_after": 1}


def test_a_crash_holds_the_key_for_a_minute_only(stores: Any, tenant: str) -> None:
    stores.idempotency.begin(tenant, "k", "f")
    stores.clock.advance(59)
    with pytest.raises(RequestPending):
        stores.idempotency.begin(tenant, "k", "f")
    stores.clock.advance(1)
    assert stores.idempotency.begin(tenant, "k", "g") is None


def test_an_abandoned_key_is_free(stores: Any, tenant: str) -> None:
    stores.idempotency.begin(tenant, "k", "f")
    stores.idempotency.abandon(tenant, "k")
    assert stores.idempotency.begin(tenant, "k", "g") is None


def test_the_first_answer_stands(stores: Any, tenant: str) -> None:
    stores.idempotency.begin(tenant, "k", "f")
    stores.idempotency.finish(tenant, "k", ANSWER)
    stores.idempotency.finish(tenant, "k", StoredAnswer(500, "later"))
    stores.idempotency.abandon(tenant, "k")
    assert stores.idempotency.begin(tenant, "k", "f") == ANSWER


def test_nothing_is_kept_for_a_key_that_nobody_claimed(stores: Any, tenant: str) -> None:
    stores.idempotency.finish(tenant, "k", ANSWER)
    stores.idempotency.abandon(tenant, "k")
    assert stores.idempotency.begin(tenant, "k", "f") is None


def test_a_key_is_the_tenants_own(stores: Any, tenant: str) -> None:
    stores.idempotency.begin(tenant, "k", "f")
    assert stores.idempotency.begin(f"{tenant}-2", "k", "g") is None


@pytest.mark.parametrize("key", ["", "a#b", "é" * 255, "../x", "\x00", "\ud800", "T#acme#APP#x"], ids=ascii)
def test_a_key_may_be_anything(stores: Any, tenant: str, key: str) -> None:
    assert stores.idempotency.begin(tenant, key, "f") is None
    stores.idempotency.finish(tenant, key, ANSWER)
    assert stores.idempotency.begin(tenant, key, "f") == ANSWER


def test_an_answer_of_any_size_is_kept(stores: Any, tenant: str) -> None:
    answer = StoredAnswer(200, random.Random(2).randbytes(500_000).hex())  # noqa: S311 - the same bytes in every run
    stores.idempotency.begin(tenant, "k", "f")
    stores.idempotency.finish(tenant, "k", answer)
    assert stores.idempotency.begin(tenant, "k", "f") == answer


def test_what_lies_beside_the_table_for_it_is_not_kept_for_ever(stores: Any, tenant: str) -> None:
    """Whatever lies below `uploads/` expires (tests/infra); another day's answer does not rely on this day's object."""
    answer = StoredAnswer(200, random.Random(3).randbytes(500_000).hex())  # noqa: S311 - the same bytes in every run
    for key in ("k", "l"):
        stores.idempotency.begin(tenant, key, "f")
        stores.idempotency.finish(tenant, key, answer)
        stores.clock.advance(86_400)
    kept = [key for key in stores.blobs.list("") if f"/{tenant}/" in key]
    assert all(key.startswith(f"uploads/{tenant}/answers/") for key in kept) and len(kept) in (0, 2)


def test_of_many_at_once_one_works(raced: Any, tenant: str) -> None:
    outcomes = race(*(lambda: raced.idempotency.begin(tenant, "k", "f") for _ in range(6)))
    assert outcomes.count(None) == 1
    assert [type(error) for error in failures(outcomes)] == [RequestPending] * 5
