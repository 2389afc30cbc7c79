"""Each store's contract holds for the fake, for the adapter over moto, and for the adapter over the embedded AWS."""

from collections.abc import Iterator
from typing import Any

import pytest
from moto import mock_aws

from devkit.fakes.samples import an_app
from devkit.fakes.world import World
from local.emulator.emulator import Emulator
from shared.adapters import aws_clients
from shared.domain.apps.app import App
from shared.domain.ids import new_id
from tests.support.aws.aws_stores import AwsStores, create_buckets
from tests.support.aws.table import create_table

Stores = Any
"""`World` or `AwsStores`: the same names, the same promises."""


@pytest.fixture(params=["fake", "moto", "ministack"])
def stores(request: pytest.FixtureRequest) -> Iterator[Stores]:
    """Every implementation in turn."""
    yield from _stores(request.param, request)


@pytest.fixture(params=["fake", "ministack"])
def raced(request: pytest.FixtureRequest) -> Iterator[Stores]:
    """Those that several threads may use at once (moto checks and writes in two steps)."""
    yield from _stores(request.param, request)


@pytest.fixture
def tenant() -> str:
    """A tenant of this test alone; the embedded table is shared by all."""
    return f"t-{new_id('node')[-12:]}"


@pytest.fixture
def app(stores: Stores, tenant: str) -> App:
    """A stored app of that tenant."""
    app = an_app(tenant_id=tenant)
    stores.apps.create(app)
    return app


@pytest.fixture(scope="session")
def embedded_stores(ministack: Emulator) -> AwsStores:
    """One table and two buckets in the embedded AWS for all tests."""
    dynamodb, s3 = embedded(ministack, "dynamodb"), embedded(ministack, "s3")
    create_buckets(s3)
    return AwsStores(dynamodb, s3, create_table(dynamodb))


@pytest.fixture(scope="session")
def moto_clients() -> tuple[Any, Any]:
    """Making clients is slow; what they talk to is new for each test."""
    return aws_clients.dynamodb(), aws_clients.s3()


def embedded(ministack: Emulator, service: str) -> Any:
    """A client as the functions have it, pointed at the embedded AWS.

    Of a session of its own: one that was first used under moto keeps moto's credentials, whose signatures are refused.
    """
    aws_clients._session.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ministack.access.environment().items():
            patch.setenv(name, value)
        return {"dynamodb": aws_clients.dynamodb, "s3": aws_clients.s3, "states": aws_clients.stepfunctions}[service]()


def _stores(kind: str, request: pytest.FixtureRequest) -> Iterator[Stores]:
    if kind == "fake":
        yield World()
    elif kind == "moto":
        dynamodb, s3 = request.getfixturevalue("moto_clients")
        with mock_aws():
            create_buckets(s3)
            yield AwsStores(dynamodb, s3, create_table(dynamodb))
    else:
        embedded_stores = request.getfixturevalue("embedded_stores")
        yield embedded_stores.renewed()
