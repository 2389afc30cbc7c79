"""The emulator's functions get credentials of this start; its own are the account's number, or follow from names."""

import hashlib
import hmac
import os
from typing import Any


def give_functions_our_key() -> None:
    """Apply it; called once, before the emulator serves."""
    from ministack.core import lambda_runtime
    from ministack.services import lambda_svc

    lambda_runtime.execution_credentials = lambda_svc.execution_credentials = execution_credentials


def execution_credentials(config: dict[str, Any]) -> dict[str, str]:
    """The environment of a function: root's key, or with `AUTH` a session of its role."""
    from ministack import app

    return role_session(config) if app.AUTH else {name: os.environ[name] for name in _NAMES}


def role_session(config: dict[str, Any]) -> dict[str, str]:
    """A session of the function's role, the same for the same function until the next start."""
    from ministack.services import sts

    arn, role = str(config["FunctionArn"]), str(config["Role"])
    session = {name: _derived(f"{name} {arn} {role}") for name in _NAMES}
    session["AWS_ACCESS_KEY_ID"] = f"ASIA{session['AWS_ACCESS_KEY_ID'][:16].upper()}"
    caller = f"{role.rsplit('/', 1)[-1]}/{config['FunctionName'][:64]}"
    sts.register_session(session["AWS_ACCESS_KEY_ID"], {
        "Arn": f"arn:aws:sts::{arn.split(':')[4]}:assumed-role/{caller}", "UserId": caller.replace("/", ":"),
        "SecretAccessKey": session["AWS_SECRET_ACCESS_KEY"], "SessionToken": session["AWS_SESSION_TOKEN"],
    })  # fmt: skip
    return session


def secret_of(key_id: str) -> str | None:
    """The secret of a key that this start gave out; None for any other."""
    from ministack.services import sts

    if hmac.compare_digest(key_id.encode(), os.environ["AWS_ACCESS_KEY_ID"].encode()):
        return os.environ["AWS_SECRET_ACCESS_KEY"]
    return str(sts._sessions[key_id]["SecretAccessKey"]) if key_id in sts._sessions else None


_NAMES = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")


def _derived(text: str) -> str:
    return hmac.new(os.environ["AWS_SECRET_ACCESS_KEY"].encode(), text.encode(), hashlib.sha256).hexdigest()
