"""`GitRemote` by dulwich, over our own way out: public hosts, https, bounded bytes and seconds."""

import base64
import re
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from dulwich.client import AbstractHttpGitClient
from dulwich.errors import GitProtocolError, HangupException, ObjectFormatException, SendPackError
from dulwich.objects import ObjectID
from dulwich.pack import UnpackedObject
from dulwich.refs import HEADREF, Ref, check_ref_format

from shared.adapters.git.branch_files import BranchFiles, ways_to
from shared.adapters.git.pack_reading import read_pack
from shared.adapters.git.repository import REF, repository
from shared.adapters.git.their_words import their_words
from shared.adapters.vetted_http import VettedHttp
from shared.domain.delivery.git_errors import (
    GitMoved,
    GitNotFound,
    GitRejected,
    GitTooLarge,
    GitUnauthorized,
    GitUnavailable,
)
from shared.domain.delivery.remote import Fetched, RemoteRefs, is_readable
from shared.domain.work_budget import GIT_OBJECTS, GIT_OBJECTS_ALONE, GIT_READS, GIT_UNPACKED_BYTES
from shared.ports.git import History
from shared.ports.outgoing import WireAnswer

_HEADS = b"refs/heads/"
_COMMIT = re.compile(rb"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")
_EMPTY = "The repository has no branch yet."
_USER = "x-access-token"
"""GitHub's name for one that holds a token; others take any."""
_ANSWER_MOST, _PACK_MOST = 8 * 1024 * 1024, 48 * 1024 * 1024
_FETCHED_MOST = 24 * 1024 * 1024
_HAVES, _OLDER = 150, 80
"""Of the known commits a fetch names the newest, and some of the older: dulwich sends at most 256."""
Packed = tuple[int, Iterator[UnpackedObject]]
_BAD = (
    GitProtocolError,
    HangupException,
    ObjectFormatException,
    KeyError,
    ValueError,
    AssertionError,
    IndexError,
    struct.error,
    zlib.error,
)
"""What dulwich raises for an answer that is not git's."""


class HttpsRemote:
    """The token, if any, is in a header of each request and nowhere else; its answers are passed on without it."""

    def __init__(self, url: str, token: str, http: VettedHttp) -> None:
        basic = base64.b64encode(f"{_USER}:{token}".encode()).decode() if token else ""
        self._client = _Client(url, basic, http)
        self._http = http
        self._secrets = [secret for secret in (token, basic) if secret]

    def look(self) -> RemoteRefs:
        with _gitlike():
            found = self._client.get_refs("", protocol_version=0)
            named = ((self._branch(ref), id) for ref, id in found.refs.items())
            heads = {name: _id(id) for name, id in named if name and id}
        return RemoteRefs(heads, self._branch(found.symrefs.get(HEADREF)))

    def _branch(self, ref: Ref | None) -> str | None:
        """Return the name of a branch, or None where git or people could not take it for one."""
        # The host chooses these names: they are stored, shown, and part of messages.
        if ref is None or not ref.startswith(_HEADS) or not check_ref_format(ref):
            return None
        name = ref.removeprefix(_HEADS).decode("utf-8", "replace")
        return name if is_readable(name) and not any(secret in name for secret in self._secrets) else None

    def fetch(self, branch: str | None, known: Sequence[str], history: History) -> Fetched:
        refs = self.look()
        name = branch or refs.default
        head = refs.heads.get(name) if name else None
        if name is None or head is None:
            raise GitNotFound(_no_branch(name, refs))
        if head in known:
            return Fetched(name, head, head, {}, [])
        with _gitlike():
            most = GIT_OBJECTS if known else GIT_OBJECTS_ALONE
            things = read_pack(self._packed(head, known), GIT_UNPACKED_BYTES, self._check_time, most)
            files, left_out = BranchFiles(things, history, self._check_time).of(head)
            common, passed = ways_to(head, things, known, self._check_time)
            return Fetched(name, head, common, files, left_out, passed)

    def _check_time(self) -> None:
        try:
            self._http.left()
        except GitUnavailable:
            raise GitTooLarge("The branch takes longer to read than one request may.") from None

    def _packed(self, head: str, known: Sequence[str]) -> bytearray:
        """The commit with what led to it and is not here; alone where nothing is."""
        pack = bytearray()

        def want(refs: Mapping[Ref, ObjectID], depth: int | None = None) -> list[ObjectID]:
            return [ObjectID(head.encode())]

        def take(part: bytes) -> int:
            pack.extend(part)
            return len(part)

        depth = None if known else 1
        self._client.fetch_pack("", want, _Ours(known), take, depth=depth, protocol_version=0)
        return pack

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
            raise self._rejected(str(error), words) from None
        if ref not in status:
            raise GitUnavailable("The host did not say whether it took the push. Pushing again is safe.")
        if (why := status[ref]) is not None:
            raise self._rejected(why, words)

    def _rejected(self, why: str, words: Iterable[bytes]) -> GitRejected:
        # Packets cut the words anywhere; with a blank between them a secret would no longer be one.
        said = their_words(f"{why} {b''.join(words).decode('utf-8', 'replace')}", self._secrets)
        return GitRejected(f"The repository did not take it: {said}")

    def _in_time(self, history: History) -> History:
        for entry in history:
            try:
                self._http.left()
            except GitUnavailable:
                raise GitTooLarge("The history is too long for one request; take a bundle.") from None
            yield entry


class _Ours:
    """Commits that are here, as dulwich asks for them: the newest ones, and some of the older."""

    shallow: Set[ObjectID] = frozenset()

    def __init__(self, known: Sequence[str]) -> None:
        newest = list(reversed(known))
        older = newest[_HAVES:]
        self._left = iter([*newest[:_HAVES], *older[:: len(older) // _OLDER + 1]])

    def __next__(self) -> ObjectID | None:
        found = next(self._left, None)
        return ObjectID(found.encode()) if found else None

    def ack(self, sha: ObjectID) -> None:
        """Everything is said in one request."""

    def nak(self) -> None:
        """Everything is said in one request."""


class _gitlike:
    """What dulwich says of an answer that it cannot read, as one error of ours."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, _BAD) and not isinstance(error, SendPackError):
            raise GitUnavailable("The host does not answer as a git repository does.") from None


def _id(commit: ObjectID) -> str:
    """ValueError for what is no id of a commit."""
    if not _COMMIT.match(commit):
        raise ValueError("no id of a commit")
    return commit.decode()


def _no_branch(name: str | None, refs: RemoteRefs) -> str:
    if name:
        return f"The repository has no branch {name}."
    return "The repository does not name its default branch. Name one." if refs.heads else _EMPTY


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
        sent = {**(headers or {}), **({"Authorization": f"Basic {self._basic}"} if self._basic else {})}
        body = None if data is None else _whole(data)
        came_from, answer = self._asked(url, sent, body)
        kind = _kind_of(answer)
        return _Answer(kind, came_from if came_from != url else ""), _BoundedReads(answer.body, self._http.left).read

    def _asked(self, url: str, headers: Mapping[str, str], body: bytes | None) -> tuple[str, WireAnswer]:
        """Only what is fetched may be long, and is then told to be too long."""
        if body is None or not url.endswith("/git-upload-pack"):
            return self._http.send("GET" if body is None else "POST", url, headers, body, _ANSWER_MOST)
        came_from, answer = self._http.send_cut("POST", url, headers, body, _FETCHED_MOST)
        if answer.cut:
            raise GitTooLarge(f"The branch brings more than {_FETCHED_MOST // 2**20} MB.")
        return came_from, answer


class _BoundedReads:
    """Reads of an answer. Packets may be a byte each, so they are counted, and the errand's time is looked at."""

    def __init__(self, body: bytes, check_time: Callable[[], object]) -> None:
        self._body, self._check_time, self._count = BytesIO(body), check_time, 0

    def read(self, size: int = -1) -> bytes:
        self._count += 1
        if self._count > GIT_READS:
            raise GitTooLarge("The host answers in more packets than are read.")
        if not self._count % 1_000:
            self._check_time()
        return self._body.read(size)


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
