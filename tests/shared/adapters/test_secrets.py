"""Secrets: asked for once, given up after a while, and never written down."""

import logging
from datetime import timedelta
from typing import Any

import boto3
import pytest
from moto import mock_aws

from shared.adapters import secrets as module
from shared.adapters.secrets import MAX_AGE_SECONDS, Secrets
from shared.domain.errors import AppError

VALUE = "sk-this-must-never-be-logged"


class Vault:
    """A Secrets Manager that counts."""

    def __init__(self) -> None:
        self.reads = 0
        self.made = 0

    def make(self) -> "Vault":
        self.made += 1
        return self

    def get_secret_value(self, SecretId: str) -> dict[str, Any]:
        self.reads += 1
        return {"SecretString": VALUE}


def test_it_is_read_once_for_all_who_ask() -> None:
    vault = Vault()
    secrets = Secrets(vault.make)
    assert {secrets.resolve("", "arn:one") for _ in range(50)} == {VALUE}
    assert (vault.reads, vault.made) == (1, 1)


def test_a_changed_secret_is_seen_after_five_minutes() -> None:
    assert MAX_AGE_SECONDS == 300
    vault = Vault()
    secrets = Secrets(vault.make)
    for passed, reads in ((0, 1), (MAX_AGE_SECONDS - 10, 1), (20, 2)):
        let_pass(passed, secrets)
        secrets.resolve("", "arn:one")
        assert vault.reads == reads


def let_pass(seconds: int, secrets: Secrets) -> None:
    """What is kept is as old as if the time had passed."""
    store = secrets.provider.store
    for key, kept in store.items():
        store[key] = kept._replace(ttl=kept.ttl - timedelta(seconds=seconds))


@pytest.mark.parametrize(("value", "arn", "expected"), [("given", "arn:one", "given"), ("", "", "")])
def test_without_need_nobody_is_asked(value: str, arn: str, expected: str) -> None:
    vault = Vault()
    assert Secrets(vault.make).resolve(value, arn) == expected
    assert (vault.reads, vault.made) == (0, 0)


def test_it_is_never_logged_nor_told_by_an_error(caplog: pytest.LogCaptureFixture) -> None:
    """Every logger at its most talkative, the SDK's own included."""
    caplog.set_level(logging.INFO)
    logging.getLogger(module.__name__).setLevel(logging.DEBUG)
    with mock_aws():
        client = boto3.client("secretsmanager", region_name="us-east-1")
        arn = client.create_secret(Name="model", SecretString=VALUE)["ARN"]
        caplog.clear()
        secrets = Secrets(lambda: client)
        assert secrets.resolve("", arn) == VALUE
        with pytest.raises(AppError) as refused:
            secrets.resolve("", "arn:aws:secretsmanager:us-east-1:123456789012:secret:gone-AAAAAA")
    assert VALUE not in caplog.text
    assert VALUE not in f"{refused.value} {refused.value.message} {secrets!r}"
