"""Keys of programs: made, checked, revoked; the secret is nowhere but in the maker's hands."""

from datetime import timedelta
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devkit.fakes.world import World
from shared.domain.access.api_key import digest_of, new_secret
from shared.domain.errors import Forbidden, Invalid, Unauthenticated
from shared.domain.identity import SCOPES, Principal, Scope
from shared.domain.ids import new_id
from shared.services.access.api_keys import ApiKeyRequest, NewApiKey, create_api_key
from shared.services.access.verify_api_key import verify_api_key

ANN = Principal(tenant_id="acme", subject="ann")


def make(world: World, *scopes: str, who: Principal = ANN, **over: Any) -> NewApiKey:
    request = ApiKeyRequest.model_validate({"name": "CI", "scopes": scopes or ["apps:read"]} | over)
    return create_api_key(principal=who, request=request, keys=world.api_keys, clock=world.clock)


def verify(world: World, secret: str) -> Principal:
    return verify_api_key(secret=secret, keys=world.api_keys, clock=world.clock)


def test_a_key_speaks_for_its_tenant_with_its_own_scopes(world: World) -> None:
    made = make(world, "apps:write", "apps:read")
    who = verify(world, made.secret)
    assert (who.tenant_id, who.scopes) == ("acme", {"apps:read", "apps:write"})
    assert who.subject == f"key:{made.stored.id}"


def test_nothing_stored_holds_the_secret(world: World) -> None:
    made = make(world)
    random_part = made.secret.rpartition("_")[2]
    assert len(random_part) * 4 == 256
    stored = world.stored_text()
    assert made.stored.digest in stored
    assert made.secret not in stored and random_part not in stored and random_part[:16] not in stored
    assert made.stored.last_four == made.secret[-4:]


@given(
    held=st.none() | st.frozensets(st.sampled_from(get_args(Scope))),
    asked=st.frozensets(st.sampled_from(get_args(Scope)), min_size=1),
)
def test_a_key_never_may_more_than_its_maker(held: frozenset[str] | None, asked: frozenset[str]) -> None:
    world, maker = World(), Principal(tenant_id="acme", subject="x", scopes=held)
    if asked <= (SCOPES if held is None else held):
        assert verify(world, make(world, *asked, who=maker).secret).scopes == asked
    else:
        with pytest.raises(Forbidden):
            make(world, *asked, who=maker)


def test_an_expiry_lies_in_the_future_and_is_kept(world: World) -> None:
    for past in (timedelta(0), timedelta(seconds=-1)):
        with pytest.raises(Invalid):
            make(world, expires_at=world.clock.now() + past)
    made = make(world, expires_at=world.clock.now() + timedelta(seconds=60))
    world.clock.advance(59)
    assert verify(world, made.secret).tenant_id == "acme"
    world.clock.advance(1)
    with pytest.raises(Unauthenticated):
        verify(world, made.secret)


@pytest.mark.parametrize(
    "change",
    [lambda s: "", lambda s: "cbk_", lambda s: s[:-1], lambda s: s + "0", lambda s: s.upper(), lambda s: s + "\n",
     lambda s: s[:-1] + ("0" if s[-1] != "0" else "1"), lambda s: digest_of(s), lambda s: "cbk_" + digest_of(s),
     lambda s: s.replace(s[4:30], new_id("key")[4:]), lambda s: s[:30] + "_" + "0" * 64, lambda s: s + "é" * 40_000],
)  # fmt: skip
def test_every_other_text_is_refused_in_the_same_words(world: World, change: Any) -> None:
    made = make(world)
    with pytest.raises(Unauthenticated) as refusal:
        verify(world, change(made.secret))
    assert refusal.value.message == "The API key was not accepted."


def test_a_stored_key_without_scopes_is_no_person(world: World) -> None:
    made = make(world)
    secret = new_secret(new_id("key"))
    bare = made.stored.model_copy(update={"id": new_id("key"), "digest": digest_of(secret), "scopes": ()})
    world.api_keys.create(bare)
    with pytest.raises(Unauthenticated):
        verify(world, secret)
