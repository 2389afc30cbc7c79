"""The sign-in of applications in memory."""


class FakeAppSignIn:
    """`AppSignIn`, where every application is installed."""

    def token(self, app_id: str, private_key: str, repository: str) -> str:
        return f"ghs_{app_id}_for_{repository.replace('/', '_')}"
