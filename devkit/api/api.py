"""The application over a World of fakes, with a signed-in client."""

import copy
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.datastructures import State

from devkit.fakes.app_sign_in import FakeAppSignIn
from devkit.fakes.device_sign_in import FakeDeviceSignIn
from devkit.fakes.world import World
from functions.api import app as application
from functions.api.container import Container
from shared.adapters.git.dulwich_git import DulwichGit
from shared.adapters.identity.aes_seals import AesSeals, SealedAnswers
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.runtime.identity import BearerIdentity
from shared.services.access.take_turns import Turns
from shared.services.access.watch_streams import OpenStreams
from shared.services.delivery.git_ports import GitPorts

_ROUTED: dict[tuple[str, str], FastAPI] = {}


def application_over(container: Container) -> FastAPI:
    """As `create_app`, with routes that all of them share: making them for each test took a minute of the suite.

    A test that adds a route calls `create_app` itself.
    """
    described = container.ports.addresses.cdn_prefix, container.version
    if described not in _ROUTED:
        _ROUTED[described] = application.create_app(container)
    own = copy.copy(_ROUTED[described])
    own.state, own.user_middleware, own.middleware_stack = State(), [], None
    own.state.container, own.state.cors_origins = container, container.cors_origins
    application._add_middleware(own, container)
    return own


ROOMY = DEFAULT_LIMITS.model_copy(update={name: 1_000 for name in ("streams_tenant", "streams_person", "streams_run")})


def open_streams(world: World, limits: Limits) -> OpenStreams:
    """Read anew each time somebody asks."""
    return OpenStreams(world.leases, world.clock, limits, fresh_seconds=0)


def git_out(world: World, **over: Any) -> GitPorts:
    """To the one repository that the world has elsewhere, and its forge."""
    ports: dict[str, Any] = {
        "connections": world.connections,
        "seals": AesSeals("a secret of the deployment's own", "git token"),
        "remote": lambda url, token: world.remote,
        "forge": lambda api_url, name, token: world.forge,
        "app": lambda api_url: FakeAppSignIn(),
        "device": FakeDeviceSignIn,
        "allowed_ports": DEFAULT_LIMITS.fetch_ports,
    }
    return GitPorts(**(ports | over))


@dataclass
class Api:
    """`client` is signed in as a person of tenant `acme`; `as_tenant` signs in as somebody else."""

    world: World = field(default_factory=World)
    over: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        parts: dict[str, Any] = {
            "ports": self.world.ports(),
            "identity": BearerIdentity(self.world.identity, lambda: self.world.api_keys, self.world.clock),
            "api_keys": self.world.api_keys,
            "connection_tests": lambda: self.world.connection_tests,
            "idempotency": self.world.idempotency,
            "sealed_answers": SealedAnswers(self.world.idempotency, "a secret of the deployment's own"),
            "rates": self.world.rates,
            "streams": open_streams(self.world, DEFAULT_LIMITS),
            "turns": Turns(self.world.work_places, self.world.clock, DEFAULT_LIMITS),
            "happenings": self.world.happenings,
            "git": DulwichGit,
            "git_out": git_out(self.world),
            "default_model": "fake",
            "version": "test",
            "poll_seconds": 0.001,
            "cors_origins": ("https://studio.example.com",),
        }
        self.container = Container(**(parts | self.over))
        self.app = application_over(self.container)
        self.client = self.as_tenant("acme")
        self.anonymous = TestClient(self.app, raise_server_exceptions=False)

    def as_tenant(self, tenant_id: str, *scopes: str) -> TestClient:
        token = self.world.sign_in(tenant_id, *scopes)
        headers = {"Authorization": f"Bearer {token}"}
        return TestClient(self.app, headers=headers, raise_server_exceptions=False)


def code(answer: Any) -> tuple[int, str]:
    """The status of a refusal, and its code."""
    return answer.status_code, answer.json()["code"]
