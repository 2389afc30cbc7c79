"""`Embedder` over any service that speaks OpenAI's `/embeddings`, by the standard library."""

from collections.abc import Sequence
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import BaseModel, Field, ValidationError
from pydantic_core import to_json

from shared.adapters.direct_http import DirectHttp, SystemResolver
from shared.adapters.openai.settings import ModelSettings, guard_spending
from shared.domain.agent.outgoing import Target
from shared.domain.errors import Unavailable
from shared.domain.untrusted import valid_text
from shared.ports.model import Embedded
from shared.ports.outgoing import Outside, WireAnswer

_SECONDS, _MOST_BYTES, _DIMENSIONS = 6.0, 16 * 1024 * 1024, 8_192
_SAID_NO = "The embedder did not answer as one does"


class _Vector(BaseModel):
    index: int = Field(ge=0)
    embedding: Annotated[list[Annotated[float, Field(allow_inf_nan=False)]], Field(max_length=_DIMENSIONS)]


class _Usage(BaseModel):
    total_tokens: int = Field(default=0, ge=0)


class _Answer(BaseModel):
    data: list[_Vector]
    usage: _Usage = _Usage()


class OpenAIEmbedder:
    """The address is the operator's own, so it may lie in a private network."""

    def __init__(self, settings: ModelSettings, model: str, outside: Outside | None = None) -> None:
        self._settings, self._model = settings, model
        self._outside = outside or Outside(SystemResolver(), DirectHttp())

    @property
    def model(self) -> str:
        return self._model

    def embed(self, texts: Sequence[str]) -> Embedded:
        guard_spending(self._settings)
        answer = self._send(
            to_json({"model": self._model, "input": [valid_text(text) for text in texts], "encoding_format": "float"})
        )
        if answer.status != 200 or answer.cut:
            raise Unavailable(f"{_SAID_NO} (status {answer.status}).")
        try:
            read = _Answer.model_validate_json(answer.body)
        except ValidationError:
            raise Unavailable(f"{_SAID_NO}.") from None
        return Embedded(_in_order(read.data, len(texts)), read.usage.total_tokens)

    def _send(self, body: bytes) -> WireAnswer:
        target = self._target()
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._settings.api_key:
            headers["Authorization"] = f"Bearer {self._settings.api_key}"
        address = self._outside.resolver.resolve(target.host, target.port, _SECONDS)[0]
        return self._outside.http.send(
            "POST", target, address=address, headers=headers, body=body, seconds=_SECONDS, max_bytes=_MOST_BYTES
        )

    def _target(self) -> Target:
        parts = urlsplit(f"{self._settings.base_url.rstrip('/')}/embeddings")
        if parts.scheme == "http":
            return Target("http", parts.hostname or "", parts.port or 80, parts.path)
        return Target("https", parts.hostname or "", parts.port or 443, parts.path)


def _in_order(vectors: Sequence[_Vector], texts: int) -> list[list[float]]:
    found = {one.index: one.embedding for one in vectors}
    sizes = {len(vector) for vector in found.values()}
    if found.keys() != set(range(texts)) or len(sizes) != 1:
        raise Unavailable(f"{_SAID_NO}: not one vector of one length for each text.")
    return [found[place] for place in range(texts)]
