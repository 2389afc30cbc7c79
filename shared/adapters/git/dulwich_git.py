"""`GitPort` by dulwich: bundles, and the two answers of git's protocol over HTTP that read."""

import io
import re

from dulwich.bundle import create_bundle_from_repo, write_bundle
from dulwich.errors import GitProtocolError, HangupException, NotGitRepository
from dulwich.protocol import CAPABILITY_FILTER, ReceivableProtocol
from dulwich.refs import HEADREF
from dulwich.repo import MemoryRepo
from dulwich.server import BackendRepo, DictBackend, UploadPackHandler

from shared.adapters.git.repository import REF, repository
from shared.domain.delivery.commit import Commit
from shared.domain.errors import Malformed
from shared.ports.git import GitService, History

_HAVE = re.compile(rb"[0-9a-f]{4}have ([0-9a-f]{40})")
_PLACE = "/"
_BAD = (GitProtocolError, HangupException, NotGitRepository, KeyError, ValueError, AssertionError)


class DulwichGit:
    """Reads only: there is no way in for a push."""

    def bundle(self, history: History) -> bytes:
        packed = io.BytesIO()
        with create_bundle_from_repo(repository(history), [HEADREF, REF]) as bundle:
            write_bundle(packed, bundle)
        return packed.getvalue()

    def advertise(self, head: Commit) -> bytes:
        answer = io.BytesIO()
        _Reading(repository([(head, None)]), _opened(answer, "git-upload-pack"), advertise=True).handle()
        return answer.getvalue()

    def refuse(self, service: GitService, why: str) -> bytes:
        answer = io.BytesIO()
        _opened(answer, service).write_pkt_line(f"ERR {why}".encode())
        return answer.getvalue()

    def commits_known(self, request: bytes) -> set[str]:
        return {found.decode() for found in _HAVE.findall(request)}

    def upload_pack(self, request: bytes, history: History) -> bytes:
        answer = io.BytesIO()
        proto = ReceivableProtocol(io.BytesIO(request).read, answer.write)
        try:
            _Reading(repository(history), proto, advertise=False).handle()
        except _BAD as error:
            raise Malformed("This is no request of a git client, or it asks for what is not there.") from error
        return answer.getvalue()


def _opened(answer: io.BytesIO, service: GitService) -> ReceivableProtocol:
    proto = ReceivableProtocol(io.BytesIO().read, answer.write)
    proto.write_pkt_line(f"# service={service}\n".encode())
    proto.write_pkt_line(None)
    return proto


class _Reading(UploadPackHandler):
    """Whole objects only: a filter would let a client ask for any part of the history by a pattern of its own."""

    def __init__(self, repo: MemoryRepo, proto: ReceivableProtocol, *, advertise: bool) -> None:
        places: dict[str, BackendRepo] = {_PLACE: repo}  # type: ignore[dict-item]  # as dulwich itself gives it one
        super().__init__(DictBackend(places), [_PLACE], proto, stateless_rpc=True, advertise_refs=advertise)

    def capabilities(self) -> list[bytes]:
        return [name for name in super().capabilities() if name != CAPABILITY_FILTER]
