"""The application over a World of fakes, with a signed-in client."""

from dataclasses import dataclass, field
from typing import Any

from fastapi.testclient import TestClient

from functions.api.app import create_app
from functions.api.container import Container
from tests.fakes.world import World


@dataclass
class Api:
    """`client` is signed in as a person of tenant `acme`; `as_tenant` signs in as somebody else."""

    world: World = field(default_factory=World)
    over: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.container = Container(
            **(
                {
                    "ports": self.world.ports(),
                    "loop": self.world.loop_ports(
                        price=lambda model, usage: 0.0, budget_price=lambda model, usage: 0.0
                    ),
                    "identity": self.world.identity,
                    "idempotency": self.world.idempotency,
                    "rates": self.world.rates,
                    "default_model": "fake",
                    "version": "test",
                    "poll_seconds": 0.001,
                    "cors_origins": ("https://studio.example.com",),
                }
                | self.over
            )
        )
        self.app = create_app(self.container)
        self.client = self.as_tenant("acme")
        self.anonymous = TestClient(self.app, raise_server_exceptions=False)

    def as_tenant(self, tenant_id: str, *scopes: str) -> TestClient:
        token = self.world.sign_in(tenant_id, *scopes)
        headers = {"Authorization": f"Bearer {token}"}
        return TestClient(self.app, headers=headers, raise_server_exceptions=False)
