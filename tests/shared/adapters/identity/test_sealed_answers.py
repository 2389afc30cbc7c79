"""Answers with a secret: the same again for the client, unreadable where they lie."""

from typing import Any

import pytest

from devkit.fakes.world import World
from shared.adapters.identity.aes_seals import SealedAnswers
from shared.domain.errors import Invalid
from shared.ports.requests import StoredAnswer

SECRET = "s" * 32
ANSWER = StoredAnswer(201, '{"key": "cbk_secret é"}')


def kept(store: Any) -> StoredAnswer:
    answer: StoredAnswer = store.begin("acme", "k", "f")
    return answer


def test_the_same_answer_comes_back_and_only_ciphertext_is_kept() -> None:
    store = World().idempotency
    sealed = SealedAnswers(store, SECRET)
    assert sealed.begin("acme", "k", "f") is None
    sealed.finish("acme", "k", ANSWER)
    assert kept(sealed) == ANSWER
    stored = bytes.fromhex(kept(store).body)
    assert b"cbk_" not in stored and b"key" not in stored and len(stored) == 12 + len(ANSWER.body.encode()) + 16


def test_the_same_answer_is_sealed_differently_each_time() -> None:
    bodies = set()
    for _ in range(3):
        store = World().idempotency
        SealedAnswers(store, SECRET).begin("acme", "k", "f")
        SealedAnswers(store, SECRET).finish("acme", "k", ANSWER)
        bodies.add(kept(store).body)
    assert len(bodies) == 3


@pytest.mark.parametrize(
    "secret, tenant, key", [("t" * 32, "acme", "k"), (SECRET, "rival", "k"), (SECRET, "acme", "l")]
)
def test_another_secret_tenant_or_key_opens_nothing(secret: str, tenant: str, key: str) -> None:
    store = World().idempotency
    SealedAnswers(store, SECRET).begin("acme", "k", "f")
    SealedAnswers(store, SECRET).finish("acme", "k", ANSWER)
    moved = World().idempotency
    moved.begin(tenant, key, "f")
    moved.finish(tenant, key, kept(store))
    with pytest.raises(Invalid) as refusal:
        SealedAnswers(moved, secret).begin(tenant, key, "f")
    assert refusal.value.code == "IDEMPOTENCY_MISMATCH"


def test_an_abandoned_key_is_free_and_another_body_is_refused() -> None:
    sealed = SealedAnswers(World().idempotency, SECRET)
    sealed.begin("acme", "k", "f")
    sealed.abandon("acme", "k")
    assert sealed.begin("acme", "k", "g") is None
    with pytest.raises(Invalid):
        sealed.begin("acme", "k", "f")


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="32"):
        SealedAnswers(World().idempotency, "short")
