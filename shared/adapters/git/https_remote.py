"""`GitRemote` by dulwich, over our own way out: public hosts, https, bounded bytes and seconds."""

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from dulwich.client import AbstractHttpGitClient
from dulwich.errors import GitProtocolError, HangupException, SendPackError
from dulwich.objects import ObjectID
from dulwich.pack import UnpackedObject
from dulwich.refs import HEADREF, Ref

from shared.adapters.git.repository import REF, repository
from shared.adapters.git.their_words import their_words
from shared.adapters.vetted_http import VettedHttp
from shared.domain.delivery.remote import RemoteRefs
from shared.domain.errors import GitMoved, GitNotFound, GitRejected, GitTooLarge, GitUnauthorized, GitUnavailable
from shared.ports.git import History
from shared.ports.outgoing import WireAnswer

_HEADS = b"refs/heads/"
_USER = "x-access-token"
"""GitHub's name for one that holds a token; others take any."""
_ANSWER_MOST, _PACK_MOST = 8 * 1024 * 1024, 48 * 1024 * 1024
Packed = tuple[int, Iterator[UnpackedObject]]
_BAD = (GitProtocolError, HangupException, KeyError, ValueError, AssertionError, IndexError)


class HttpsRemote:
    """The token is in a header of each request and nowhere else; the remote's words are told without it."""

    def __init__(self, url: str, token: str, http: VettedHttp) -> None:
        basic = base64.b64encode(f"{_USER}:{token}".encode()).decode()
        self._client = _Client(url, basic, http)
        self._http = http
        self._secrets = token, basic

    def look(self) -> RemoteRefs:
        with _gitlike():
            found = self._client.get_refs("", protocol_version=0)
        heads = {_name(ref): id.decode() for ref, id in found.refs.items() if id and ref.startswith(_HEADS)}
        default = found.symrefs.get(HEADREF)
        return RemoteRefs(heads, _name(default) if default else None)

    def push(self, branch: str, before: str | None, known: str | None, history: History) -> None:
        ref, words = Ref(_HEADS + branch.encode()), list[bytes]()
        store = (repo := repository(self._in_time(history))).object_store
        head, there = repo.refs[REF], [ObjectID(known.encode())] if known else []

        def update(refs: dict[Ref, ObjectID]) -> dict[Ref, ObjectID]:
            if refs.get(ref) != (before.encode() if before else None):
                raise GitMoved(f"{branch} was changed a moment ago. Try again.", branch=branch)
            return {ref: head}

        def pack(have: Set[ObjectID], want: Set[ObjectID], *, ofs_delta: bool = False, progress: Any = None) -> Packed:
            return store.generate_pack_data(there, want, ofs_delta=ofs_delta)

        try:
            with _gitlike():
                status = self._client.send_pack("", update, pack, progress=words.append).ref_status or {}
        except SendPackError as error:
            raise self._rejected([str(error).encode(), *words]) from None
        if ref not in status:
            raise GitUnavailable("The host did not say whether it took the push. Pushing again is safe.")
        if (why := status[ref]) is not None:
            raise self._rejected([why.encode(), *words])

    def _rejected(self, words: Iterable[bytes]) -> GitRejected:
        said = their_words(b" ".join(words).decode("utf-8", "replace"), self._secrets)
        return GitRejected(f"The repository did not take it: {said}")

    def _in_time(self, history: History) -> History:
        for entry in history:
            try:
                self._http.left()
            except GitUnavailable:
                raise GitTooLarge("The history is too long to be pushed in one request; take a bundle.") from None
            yield entry


class _gitlike:
    """What dulwich says of an answer that it cannot read, as one error of ours."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, _BAD) and not isinstance(error, SendPackError):
            raise GitUnavailable("The host does not answer as a git repository does.") from None


def _name(ref: bytes) -> str:
    return ref.removeprefix(_HEADS).decode("utf-8", "replace")


@dataclass
class _Answer:
    """What dulwich asks of an HTTP response."""

    content_type: str
    redirect_location: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    def close(self) -> None:
        """Read already."""


class _Client(AbstractHttpGitClient):
    """Dulwich's client of git over HTTP, each of whose requests is ours."""

    def __init__(self, url: str, basic: str, http: VettedHttp) -> None:
        super().__init__(url, thin_packs=False, quiet=True)
        self._basic, self._http = basic, http

    def _http_request(
        self,
        url: str,
        headers: dict[str, str] | None = None,
        data: bytes | Iterator[bytes] | None = None,
        raise_for_status: bool = True,
    ) -> tuple[Any, Callable[[int], bytes]]:
        sent = {**(headers or {}), "Authorization": f"Basic {self._basic}"}
        body = None if data is None else _whole(data)
        came_from, answer = self._http.send("POST" if data is not None else "GET", url, sent, body, _ANSWER_MOST)
        kind = _kind_of(answer)
        return _Answer(kind, came_from if came_from != url else ""), BytesIO(answer.body).read


def _whole(data: bytes | Iterator[bytes]) -> bytes:
    """The body in one piece: some hosts refuse chunks."""
    body = bytearray()
    for part in (data,) if isinstance(data, bytes) else data:
        body += part
        if len(body) > _PACK_MOST:
            raise GitTooLarge(f"The push has more than {_PACK_MOST // 2**20} MB; take a bundle.")
    return bytes(body)


def _kind_of(answer: WireAnswer) -> str:
    """The content type of an answer of git; else what the status means."""
    match answer.status:
        case 401 | 403:
            raise GitUnauthorized("The host refuses the token: it is wrong, too old, or allows too little.")
        case 404 | 410:
            raise GitNotFound("The repository is not there, or the token may not see it.")
        case 413:
            raise GitTooLarge("The host takes no push of this size; take a bundle.")
        case 200:
            kind = answer.headers.get("content-type", "")
        case other:
            raise GitUnavailable(f"The host answered with status {other}.")
    if not kind.startswith("application/x-git-"):
        raise GitUnavailable("The host does not answer as a git repository does.")
    return kind
