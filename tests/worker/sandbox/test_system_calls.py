"""The kernel seen from inside: what project code may not call is really called, and refused by the filter."""

import errno
import json
import platform
import re
import signal
import socket
import struct
import sys
from pathlib import Path
from typing import Any

import pytest

from devkit.stack.sandbox_runs import Bench
from shared.domain.builds.worker_contract import Limits
from worker.sandbox import seccomp
from worker.sandbox.base import Command, Outcome, SandboxUnavailable

HERE = seccomp.MACHINES.get(platform.machine())
pytestmark = pytest.mark.skipif(HERE is None, reason="no filter for this processor, so no sandbox")
MACHINE = HERE or seccomp.MACHINES["x86_64"]
REFUSED = seccomp.refused(MACHINE)
CALL = """
import ctypes, errno, json, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    ctypes.set_errno(0)
    found = libc.syscall(ctypes.c_long(number), *(ctypes.c_long(argument) for argument in arguments))
    return errno.errorcode.get(ctypes.get_errno(), "") if found == -1 else "made"
def make(*arguments):
    try:
        socket.socket(*arguments).close()
    except OSError as error:
        return errno.errorcode.get(error.errno, "")
    return "made"
"""


def python(bench: Bench, script: str) -> Outcome:
    """How this Python ends with the script, inside."""
    home = Path(sys.base_prefix).resolve()
    bench.place.project.mkdir()
    (bench.place.project / "calls.py").write_text(CALL + script)
    program = str(Path(sys.executable).resolve())
    command = Command((program, "-I", "calls.py"), {}, (home,))
    return bench.sandbox.run(bench.place, bench.toolchain, command, Limits(wall_seconds=60), bench.no_cancel)


def said(bench: Bench, expression: str) -> Any:
    outcome = python(bench, f"print(json.dumps({expression}))")
    assert outcome.exit_code == 0, outcome.output.decode()
    return json.loads(outcome.output)


def test_every_refused_call_fails_whatever_the_user_may_do(isolated: Bench) -> None:
    """Bad arguments on purpose: without the filter most answer EFAULT or EINVAL, and some succeed."""
    answers = said(isolated, f"{{name: call(number, 0, 0, 0, 0, 0) for name, number in {REFUSED!r}.items()}}")
    expected = {name: "ENOSYS" if name in seccomp._ABSENT else "EPERM" for name in REFUSED}
    assert answers == expected
    assert {"io_uring_setup", "userfaultfd", "keyctl", "mq_open", "bpf", "ptrace", "mount", "init_module"} <= set(
        answers
    )


def test_calls_newer_than_the_list_are_not_there(isolated: Bench) -> None:
    assert said(isolated, "[call(number) for number in (470, 999, 0x40000000 | 39)]") == ["ENOSYS"] * 3


def test_only_four_families_of_sockets_can_be_made(isolated: Bench) -> None:
    allowed = {int(family) for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK)}
    others = [family for family in range(64) if family not in allowed]
    made, paired = said(
        isolated,
        f"[[make(family, kind) for family in {others} for kind in (1, 2, 3, 5)],"
        f" [call({MACHINE.socketpair}, family, 1, 0, 0) for family in (2, 16, 38, 40)]]",
    )
    assert set(made) == {"EAFNOSUPPORT"}
    assert set(paired) == {"EAFNOSUPPORT"}


def test_of_the_allowed_families_only_what_a_build_uses(isolated: Bench) -> None:
    made = said(
        isolated,
        "{'tcp': make(2, 1), 'udp': make(2, 2, 17), 'tcp6': make(10, 1 | 0o2000000, 6), 'unix': make(1, 5),"
        "'routes': make(16, 3, 0), 'pair': [end.close() for end in socket.socketpair()] and 'made',"
        "'sctp': make(2, 5), 'sctp_by_number': make(2, 1, 132), 'mptcp': make(2, 1, 262), 'dccp': make(10, 6),"
        "'raw': make(2, 3, 1), 'ping': make(2, 2, 1), 'netfilter': make(16, 3, 12), 'crypto': make(16, 3, 21)}",
    )
    assert {name for name, answer in made.items() if answer == "made"} == {
        "tcp", "udp", "tcp6", "unix", "routes", "pair"
    }  # fmt: skip
    refused = ("sctp", "sctp_by_number", "mptcp", "dccp", "raw", "ping", "netfilter", "crypto")
    assert {made[name] for name in refused} == {"EPROTONOSUPPORT"}


def test_no_flag_of_clone_makes_a_namespace(isolated: Bench) -> None:
    flags = [1 << bit for bit in (17, 25, 26, 27, 28, 29, 30)]
    assert said(isolated, f"[call({MACHINE.clone}, flags | 17, 0, 0, 0, 0) for flags in {flags}]") == ["EPERM"] * 7


@pytest.mark.skipif(platform.machine() != "x86_64", reason="machine code of this processor")
def test_calls_of_another_architecture_end_the_process(isolated: Bench) -> None:
    outcome = python(
        isolated,
        "import mmap\n"
        "page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)\n"
        "page.write(bytes.fromhex('b814000000cd80c3'))  # mov eax, 20 (getpid of i386); int 0x80; ret\n"
        "print('before', flush=True)\n"
        "print(ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))())\n",
    )
    assert outcome.output.split() == [b"before"]
    assert outcome.exit_code == 128 + signal.SIGSYS


def test_threads_processes_and_the_loopback_work(isolated: Bench) -> None:
    outcome = isolated.run(
        "import net from 'node:net'; import os from 'node:os'; import fs from 'node:fs';"
        "import { spawnSync } from 'node:child_process'; import { Worker } from 'node:worker_threads';"
        "const server = net.createServer(socket => socket.end('hello')).listen(0, '127.0.0.1', () =>"
        "  net.connect(server.address().port, '127.0.0.1').on('data', data => { console.log(String(data));"
        "    console.log(String(spawnSync('sh', ['-c', 'echo child']).stdout).trim(), os.networkInterfaces());"
        "    new Worker('console.log(`thread`)', { eval: true }).on('exit', () => process.exit(0)) }))"
    )
    assert outcome.exit_code == 0, outcome.output.decode()
    assert {b"hello", b"child", b"thread"} <= set(outcome.output.split())


def test_io_uring_is_given_up_without_a_word(isolated: Bench) -> None:
    """libuv asks for it where it is switched on; reading files works all the same."""
    outcome = isolated.run(
        "import { spawnSync } from 'node:child_process';"
        "const read = 'require(`fs`).readFile(`package.json`, (error, data) => console.log(error ?? data.length > 5))';"
        "const env = { ...process.env, UV_USE_IO_URING: '1' };"
        "const done = spawnSync(process.execPath, ['-e', read], { env });"
        "console.log(String(done.stdout) + done.stderr)"
    )
    assert outcome.output.strip() == b"true"


def test_the_filter_holds_for_every_process_but_bubblewraps_own_which_are_out_of_reach(isolated: Bench) -> None:
    """A process without the filter whose memory could be written would make every call for project code."""
    found = isolated.say(
        "fs.readdirSync('/proc').filter(name => /^[0-9]+$/.test(name)).map(name => {"
        "  const reached = ['mem', 'environ', 'fd/0', 'root'].filter(part => {"
        "    try { fs.closeSync(fs.openSync(`/proc/${name}/${part}`, part === 'mem' ? 'r+' : 'r')); return true }"
        "    catch { return false } });"
        "  const [, filtered] = fs.readFileSync(`/proc/${name}/status`, 'utf8').match(/Seccomp:\\s+(\\d)/);"
        "  return [fs.readFileSync(`/proc/${name}/comm`, 'utf8').trim(), filtered, reached] })"
    )
    unfiltered = [(name, reached) for name, filtered, reached in found if filtered != "2"]
    assert len(found) - len(unfiltered) >= 2, "the shell and Node"
    assert all((name, reached) == ("bwrap", []) for name, reached in unfiltered)


def test_no_command_line_inside_names_a_directory_of_this_machine(isolated: Bench) -> None:
    lines = isolated.say(
        "fs.readdirSync('/proc').filter(name => /^[0-9]+$/.test(name))"
        ".map(name => fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\\0', ' '))"
    )
    assert lines[0].startswith("bwrap --info-fd"), "this is about process 1 too"
    places = (isolated.root, isolated.toolchain.node_modules, isolated.toolchain.node_dir, Path.cwd())
    found = [line for line in lines for place in places if str(place) in line]
    assert found == []
    assert not any("--ro-bind" in line or "--setenv" in line for line in lines)


def answer(program: bytes, audit: int, number: int, *arguments: int) -> int:
    """What the kernel would answer: an interpreter of the few instructions that the filter uses."""
    given = [*arguments, 0, 0, 0, 0, 0, 0][:6]
    data = struct.pack("<IIQ6Q", number, audit, 0, *given)
    instructions = list(struct.iter_unpack("<HBBI", program))
    word, at = 0, 0
    while True:
        code, yes, no, value = instructions[at]
        at += 1
        match code:
            case 0x20:
                word = struct.unpack_from("<I", data, value)[0]
            case 0x54:
                word &= value
            case 0x15:
                at += yes if word == value else no
            case 0x35:
                at += yes if word >= value else no
            case 0x45:
                at += yes if word & value else no
            case 0x06:
                return int(value)
            case _:
                raise AssertionError(f"unknown instruction {code:#x}")


@pytest.mark.parametrize("name", sorted(seccomp.MACHINES))
def test_both_filters_answer_every_number(name: str) -> None:
    """One of the two machines is never the one that runs this; the instructions are the same."""
    machine, program = seccomp.MACHINES[name], seccomp.program(name)
    refused = {number: call for call, number in seccomp.refused(machine).items()}
    for number in range(600):
        if number in (machine.clone, machine.socket, machine.socketpair):
            continue
        got = answer(program, machine.audit, number)
        if number >= 470 or refused.get(number) in seccomp._ABSENT:
            assert got == 0x50000 | errno.ENOSYS, number
        elif number in refused:
            assert got == 0x50000 | errno.EPERM, number
        else:
            assert got == seccomp.ALLOW, number
    other = next(one for key, one in seccomp.MACHINES.items() if key != name)
    assert answer(program, other.audit, 0) == seccomp.KILL
    assert answer(program, machine.audit, machine.clone, 0x10000000) == 0x50000 | errno.EPERM
    assert answer(program, machine.audit, machine.clone, 0x3D0F00) == seccomp.ALLOW, "a thread"
    assert answer(program, machine.audit, machine.socket, 1, 1, 0) == seccomp.ALLOW
    assert answer(program, machine.audit, machine.socket, 10, 0o2004001, 6) == seccomp.ALLOW
    assert answer(program, machine.audit, machine.socket, 40, 1, 0) == 0x50000 | errno.EAFNOSUPPORT
    assert answer(program, machine.audit, machine.socket, 2, 5, 0) == 0x50000 | errno.EPROTONOSUPPORT
    assert answer(program, machine.audit, machine.socketpair, 1, 1, 0) == seccomp.ALLOW
    assert answer(program, machine.audit, machine.socketpair, 2, 1, 0) == 0x50000 | errno.EAFNOSUPPORT


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("x86_64", "x86_64-linux-gnu/asm/unistd_64.h"),
        ("x86_64", "asm/unistd_64.h"),
        ("aarch64", "asm-generic/unistd.h"),
    ],
)
def test_the_numbers_are_the_kernels(name: str, header: str) -> None:
    file = Path("/usr/include") / header
    if not file.is_file():
        pytest.skip("the kernel's headers are not installed")
    known = {call: int(number) for call, number in re.findall(r"#define __NR_(\w+)\s+(\d+)", file.read_text())}
    machine = seccomp.MACHINES[name]
    ours = seccomp.refused(machine) | {
        "clone": machine.clone,
        "socket": machine.socket,
        "socketpair": machine.socketpair,
    }
    assert {call: number for call, number in ours.items() if known.get(call, number) != number} == {}
    assert len(set(ours.values())) == len(ours)
    assert len(set(ours) - set(known)) < 6, "only what is newer than these headers may be missing in them"


def test_an_unknown_processor_has_no_sandbox() -> None:
    with pytest.raises(SandboxUnavailable, match="no system call filter for riscv64"):
        seccomp.program("riscv64")
