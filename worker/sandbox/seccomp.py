"""The system calls that project code may not make, as a seccomp filter for bubblewrap's `--seccomp`.

Namespaces hide files and the network; what is left to attack is the kernel itself. This refuses the parts of it that
neither a build nor a browser needs: odd socket families, io_uring, key rings, tracing, mounts, further namespaces. A
filter is a classic BPF program: 8-byte instructions that read `struct seccomp_data` (number, architecture, arguments).
"""

import errno
import platform
import socket
import struct
from collections.abc import Iterable
from dataclasses import dataclass

from worker.sandbox.base import SandboxUnavailable

_LOAD, _AND, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, (16, 24, 32)  # little endian: the lower half, which is all the kernel reads
ALLOW, KILL = 0x7FFF0000, 0x80000000
_ERROR = 0x00050000
_NEW_NAMESPACES = 0x7E020000  # CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
_SOCKET_KIND = 0x0F
_FIRST_UNKNOWN = 470  # numbers from here on are newer than this list (and on x86 those of x32): not reviewed

# Missing ones are probed for: programs fall back from io_uring, clone3 and the new mount calls when they are not there.
_ABSENT = {
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "clone3": (435, 435), "userfaultfd": (323, 282), "memfd_secret": (447, 447),
    "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431),
    "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442), "statmount": (457, 457),
    "listmount": (458, 458), "open_tree_attr": (467, 467),
}  # fmt: skip
_FORBIDDEN = {
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "setns": (308, 268),
    "unshare": (272, 97), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "mq_open": (240, 180), "mq_unlink": (241, 181), "mq_timedsend": (242, 182), "mq_timedreceive": (243, 183),
    "mq_notify": (244, 184), "mq_getsetattr": (245, 185),
    "bpf": (321, 280), "perf_event_open": (298, 241), "ptrace": (101, 117), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "kcmp": (312, 272), "pidfd_getfd": (438, 438), "fanotify_init": (300, 262),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "init_module": (175, 105), "finit_module": (313, 273),
    "delete_module": (176, 106), "create_module": (174, None), "query_module": (178, None),
    "get_kernel_syms": (177, None), "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225),
    "acct": (163, 89), "syslog": (103, 116), "quotactl": (179, 60), "quotactl_fd": (443, 443),
    "settimeofday": (164, 170), "clock_settime": (227, 112), "clock_adjtime": (305, 266), "adjtimex": (159, 171),
    "sethostname": (170, 161), "setdomainname": (171, 162), "vhangup": (153, 58), "personality": (135, 92),
    "nfsservctl": (180, 42), "lookup_dcookie": (212, 18), "iopl": (172, None), "ioperm": (173, None),
    "modify_ldt": (154, None), "uselib": (134, None), "ustat": (136, None), "sysfs": (139, None),
    "_sysctl": (156, None),
}  # fmt: skip


@dataclass(frozen=True)
class Machine:
    """One architecture: its number in `linux/audit.h`, and its column in the tables."""

    audit: int
    column: int
    clone: int
    socket: int
    socketpair: int


MACHINES = {
    "x86_64": Machine(0xC000003E, 0, clone=56, socket=41, socketpair=53),
    "aarch64": Machine(0xC00000B7, 1, clone=220, socket=198, socketpair=199),
}


def program(machine: str | None = None) -> bytes:
    """The filter for this machine, or for the named one; SandboxUnavailable for another kind of processor."""
    name = machine or platform.machine()
    if name not in MACHINES:
        raise SandboxUnavailable(f"there is no system call filter for {name}, only for {' and '.join(MACHINES)}")
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in _instructions(MACHINES[name]))


def refused(machine: Machine) -> dict[str, int]:
    """Every call that is refused whatever its arguments are, with its number there."""
    numbers = {name: pair[machine.column] for name, pair in (_ABSENT | _FORBIDDEN).items()}
    return {name: number for name, number in numbers.items() if number is not None}


_Instruction = tuple[int, int, int, int]


def _instructions(machine: Machine) -> list[_Instruction]:
    return [
        _load(_ARCHITECTURE),
        *_unless(_EQUAL, machine.audit, [_answer(KILL)]),
        _load(_NUMBER),
        *_when(_AT_LEAST, _FIRST_UNKNOWN, [_error(errno.ENOSYS)]),
        *_when(_EQUAL, machine.clone, _clone_rules()),
        *_when(_EQUAL, machine.socket, _socket_rules()),
        *_when(_EQUAL, machine.socketpair, _family_rules({socket.AF_UNIX: [_answer(ALLOW)]})),
        *_refusals(_ABSENT.values(), machine, errno.ENOSYS),
        *_refusals(_FORBIDDEN.values(), machine, errno.EPERM),
        _answer(ALLOW),
    ]


def _refusals(pairs: Iterable[tuple[int, int | None]], machine: Machine, error: int) -> list[_Instruction]:
    numbers = [pair[machine.column] for pair in pairs]
    return [part for number in numbers if number is not None for part in _when(_EQUAL, number, [_error(error)])]


def _clone_rules() -> list[_Instruction]:
    return [_load(_ARGUMENTS[0]), *_when(_ANY_BIT, _NEW_NAMESPACES, [_error(errno.EPERM)]), _answer(ALLOW)]


def _socket_rules() -> list[_Instruction]:
    """Local sockets, TCP and UDP, and the routing part of netlink, which lists network interfaces."""
    internet = [
        _load(_ARGUMENTS[1]), (_AND, 0, 0, _SOCKET_KIND),
        *_unless_one_of((socket.SOCK_STREAM, socket.SOCK_DGRAM)),
        _load(_ARGUMENTS[2]), *_unless_one_of((0, socket.IPPROTO_TCP, socket.IPPROTO_UDP)),
        _answer(ALLOW),
    ]  # fmt: skip
    routing = [_load(_ARGUMENTS[2]), *_unless_one_of((0,)), _answer(ALLOW)]
    local = [_answer(ALLOW)]
    return _family_rules({socket.AF_UNIX: local, socket.AF_INET: internet, socket.AF_INET6: internet, 16: routing})


def _family_rules(rules: dict[int, list[_Instruction]]) -> list[_Instruction]:
    found = [part for family, then in rules.items() for part in _when(_EQUAL, family, then)]
    return [_load(_ARGUMENTS[0]), *found, _error(errno.EAFNOSUPPORT)]


def _unless_one_of(values: tuple[int, ...]) -> list[_Instruction]:
    """Go on after this when the loaded word is one of them."""
    count = len(values)
    tests = [(_EQUAL, count - place, 0, value) for place, value in enumerate(values)]
    return [*tests, _error(errno.EPROTONOSUPPORT)]


def _when(test: int, value: int, then: list[_Instruction]) -> list[_Instruction]:
    """`then`, which must end with an answer, when the loaded word passes."""
    return [(test, 0, len(then), value), *then]


def _unless(test: int, value: int, then: list[_Instruction]) -> list[_Instruction]:
    return [(test, len(then), 0, value), *then]


def _load(offset: int) -> _Instruction:
    return (_LOAD, 0, 0, offset)


def _answer(value: int) -> _Instruction:
    return (_RETURN, 0, 0, value)


def _error(number: int) -> _Instruction:
    return _answer(_ERROR | number)
