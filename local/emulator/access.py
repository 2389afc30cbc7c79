"""What a program needs to use the embedded AWS: its address, and the key that is made anew at each start."""

import secrets
from dataclasses import dataclass, field
from typing import Self

REGION = "us-east-1"
KEY_HEADER = "x-emulator-key"
"""Shows the secret itself, where a request is not an AWS client's: the emulator's own paths, and its API Gateway."""


@dataclass(frozen=True)
class Access:
    """An address, and the key that signs requests to it; it is the account's root."""

    endpoint: str
    key_id: str
    secret: str = field(repr=False)

    @classmethod
    def fresh(cls, endpoint: str) -> Self:
        """With a key that nobody has yet."""
        return cls(endpoint, f"AKIA{secrets.token_hex(8).upper()}", secrets.token_urlsafe(32))

    def key(self) -> dict[str, str]:
        """The key, as AWS clients read it from an environment."""
        return {"AWS_ACCESS_KEY_ID": self.key_id, "AWS_SECRET_ACCESS_KEY": self.secret, "AWS_SESSION_TOKEN": ""}

    def environment(self) -> dict[str, str]:
        """Everything that AWS clients of a process read from its environment."""
        return self.key() | {
            "AWS_ENDPOINT_URL": self.endpoint, "AWS_REGION": REGION, "AWS_DEFAULT_REGION": REGION,
            "AWS_EC2_METADATA_DISABLED": "true",
        }  # fmt: skip
