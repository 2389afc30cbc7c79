"""The ports that a tree of processes listens on, as the kernel knows them: no list of ours can forget one."""

import re
from pathlib import Path

_LISTENING = "0A"
_SOCKET = re.compile(r"socket:\[(\d+)\]")


def listening_ports(root: int) -> dict[int, str]:
    """Port -> address, for each TCP socket on which the process or anything it started listens."""
    owned = {inode for pid in tree(root) for inode in sockets_of(pid)}
    return {port: address for inode, (address, port) in listeners(root).items() if inode in owned}


def tree(root: int) -> list[int]:
    """The process and all its descendants."""
    parents = {int(folder.name): parent_of(folder) for folder in Path("/proc").glob("[0-9]*")}
    found = [root]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def parent_of(folder: Path) -> int:
    try:
        return int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError):  # it has ended
        return 0


def sockets_of(pid: int) -> set[str]:
    found = set()
    for descriptor in Path(f"/proc/{pid}/fd").glob("*"):
        try:
            named = _SOCKET.fullmatch(str(descriptor.readlink()))
        except OSError:  # closed meanwhile
            continue
        if named:
            found.add(named[1])
    return found


def listeners(pid: int) -> dict[str, tuple[str, int]]:
    """inode -> (address as the kernel writes it, port) of what listens in the process's network."""
    lines = [line.split() for name in ("tcp", "tcp6") for line in _lines(Path(f"/proc/{pid}/net/{name}"))]
    places = {fields[9]: fields[1].split(":") for fields in lines if fields[3] == _LISTENING}
    return {inode: (address, int(port, 16)) for inode, (address, port) in places.items()}


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines()[1:] if path.exists() else []
