"""GitHub's sign-in by code, as a host of git on this machine answers for it."""

import json
from typing import Any
from urllib.parse import parse_qs

from devkit.git.host import TOKEN, GitHandler, GitHost

CLIENT = "Iv1.0123456789abcdef"


class FakeDevice:
    """`answer` is what the next poll is told: an error of GitHub's, or nothing once the person has agreed."""

    def __init__(self, host: GitHost) -> None:
        self.answer = "authorization_pending"
        self.asked: list[dict[str, str]] = []
        self.started: dict[str, Any] = {
            "device_code": "3584d83530557fdd1f46af8289938c8ef79f9dc5",
            "user_code": "WDJB-MJHT",
            "verification_uri": "https://github.com/login/device",
            "expires_in": 900,
            "interval": 5,
        }
        host.api = self.serve

    def serve(self, request: GitHandler) -> bool:
        """Whether the request was for the sign-in."""
        if not request.path.startswith("/login/"):
            return False
        said = parse_qs(request.rfile.read(int(request.headers.get("Content-Length") or 0)).decode())
        self.asked.append({name: values[0] for name, values in said.items()})
        body = self.started if request.path == "/login/device/code" else self._polled(self.asked[-1])
        return request.answer(200, json.dumps(body).encode(), Content_Type="application/json")

    def _polled(self, said: dict[str, str]) -> dict[str, Any]:
        if said.get("client_id") != CLIENT or said.get("device_code") != self.started["device_code"]:
            return {"error": "incorrect_device_code"}
        if self.answer == "slow_down":
            return {"error": "slow_down", "interval": 10}
        if self.answer:
            return {"error": self.answer, "error_description": f"Of {TOKEN}"}
        return {"access_token": TOKEN, "token_type": "bearer", "scope": "repo,workflow"}
