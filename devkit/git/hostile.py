"""What a hostile host answers in place of git: the refs and the pack of one branch, as it likes."""

from devkit.git.host import Act, GitHandler
from devkit.git.packs import Sent

_CAPABILITIES = b"multi_ack side-band-64k ofs-delta shallow symref=HEAD:refs/heads/main agent=git/2"
_BAND = 65_000


def packet(data: bytes) -> bytes:
    return b"%04x" % (len(data) + 4) + data


def refs_of(sent: Sent, others: int = 0) -> bytes:
    """The answer to the first request, with as many other branches."""
    head = sent.head.encode()
    lines = [packet(b"# service=git-upload-pack\n"), b"0000", packet(head + b" HEAD\0" + _CAPABILITIES + b"\n")]
    lines += [packet(head + b" refs/heads/%06d\n" % number) for number in range(others)]
    return b"".join([*lines, packet(head + b" refs/heads/main\n"), b"0000"])


def pack_answer(sent: Sent, request: bytes, band: int = _BAND) -> bytes:
    """The answer to the second request, in packets of at most `band` bytes."""
    shallow = packet(b"shallow " + sent.head.encode() + b"\n") + b"0000" if b"deepen" in request else b""
    parts = (sent.pack[at : at + band] for at in range(0, len(sent.pack), band))
    return b"".join([shallow, b"0008NAK\n", *(packet(b"\x01" + part) for part in parts), b"0000"])


def sends(sent: Sent, others: int = 0, band: int = _BAND) -> Act:
    """Answer each request of a fetch with this branch."""

    def act(request: GitHandler) -> bool:
        if request.command == "GET":
            kind, body = "application/x-git-upload-pack-advertisement", refs_of(sent, others)
        else:
            asked = request.rfile.read(int(request.headers.get("Content-Length") or 0))
            kind, body = "application/x-git-upload-pack-result", pack_answer(sent, asked, band)
        return request.answer(200, body, Content_Type=kind)

    return act
