"""The tests' own fence holds."""

import os
import socket

import pytest


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("8.8.8.8", 53), ("example.com", 443), ("0.0.0.1", 1)])
def test_other_machines_are_out_of_reach(address: tuple[str, int]) -> None:
    with socket.socket() as client, pytest.raises(AssertionError, match="this machine"):
        client.connect(address)


def test_this_machine_is_within_reach() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
        client.connect(server.getsockname())


def test_nothing_paid_and_nothing_of_a_real_account() -> None:
    assert os.environ["CHATBUILDER_FORBID_PAID_MODELS"] == "1"
    assert (os.environ["AWS_ACCESS_KEY_ID"], os.environ.get("AWS_PROFILE")) == ("test", None)
    assert os.environ.get("OPENAI_API_KEY") is None
