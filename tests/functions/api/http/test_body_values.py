"""A body of very many parts is refused before each of them is checked."""

from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import BaseModel, ConfigDict

from functions.api.http.problems import install
from functions.api.http.strict import StrictRoute
from shared.domain.work_budget import BODY_VALUES


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")

    operations: list[dict[str, str]]


@pytest.fixture
def client() -> TestClient:
    app = FastAPI()
    install(app)
    app.router.route_class = StrictRoute

    @app.post("/there")
    def there(body: _Body) -> dict[str, int]:
        return {"count": len(body.operations)}

    return TestClient(app)


@pytest.mark.parametrize("body", [
    {"operations": [0] * (BODY_VALUES + 2)},
    {f"a{number}": 0 for number in range(BODY_VALUES + 2)},
    {"operations": [[[0] * 10] * 1_000] * 11},
])  # fmt: skip
def test_too_many_values_are_one_fault(client: TestClient, body: dict[str, Any]) -> None:
    answer = client.post("/there", json=body)
    assert answer.status_code == 422
    assert "100,000 values" in answer.json()["detail"]


def test_many_commas_in_a_text_are_one_value(client: TestClient) -> None:
    assert client.post("/there", json={"operations": [{"a": "," * 2 * BODY_VALUES}]}).json() == {"count": 1}


def test_of_many_faults_the_first_hundred_are_told(client: TestClient) -> None:
    answer = client.post("/there", json={"operations": [0] * 5_000})
    assert answer.status_code == 422
    assert len(answer.json()["diagnostics"]) == 100
