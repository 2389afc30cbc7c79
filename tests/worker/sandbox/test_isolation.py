"""What only the real sandbox promises: project code sees no host file, no network, no privilege."""

import os
import shutil
import socket
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from devkit.stack.sandbox_runs import Bench
from shared.domain.builds.worker_contract import Limits
from worker.sandbox.base import TMP_BYTES, Command, open_to_all
from worker.sandbox.bubblewrap import Bubblewrap, Descriptors
from worker.sandbox.mounts import node_inside, npm_inside
from worker.sandbox.shims import write_shims
from worker.toolchain import InstalledToolchain

REPOSITORY = Path(__file__).resolve().parents[3]


def test_only_a_minimal_root_is_seen(isolated: Bench) -> None:
    seen = set(isolated.say("fs.readdirSync('/')"))
    assert seen <= {"bin", "sbin", "lib", "lib32", "lib64", "usr", "etc", "dev", "proc", "tmp", "toolchain", "project"}
    assert {"project", "toolchain", "usr"} <= seen


def test_host_files_cannot_be_read(isolated: Bench) -> None:
    (isolated.root / "source.tar.zst").write_text("secret")
    wanted = [
        str(REPOSITORY / "pyproject.toml"),
        str(isolated.root / "source.tar.zst"),
        str(Path.home()),
        "/etc/shadow",
        "/home",
        "/root",
        "/var",
        "/sys",
        f"/proc/{os.getpid()}/environ",
        "/proc/1/environ",
        "/proc/1/root/etc/shadow",
        "/proc/kcore",
        "/dev/vda",
        "/dev/kmsg",
    ]
    read = isolated.say(
        f"{wanted!r}.filter(path => {{ try {{ const stat = fs.statSync(path);"
        " return (stat.isDirectory() ? fs.readdirSync(path) : fs.readFileSync(path)).length > 0 }"
        " catch { return false } })"
    )
    assert read == []


def test_nothing_outside_the_project_and_tmp_can_be_written(isolated: Bench) -> None:
    places = [
        "/x", "/etc/x", "/etc/passwd", "/usr/bin/x", "/usr/x", "/toolchain/x", "/toolchain/bin/node",
        "/toolchain/node/x", "/toolchain/node/bin/node", "/project/../x", "/project/node_modules/x",
        "/project/node_modules/.bin/x", "/dev/x", "/proc/sys/kernel/hostname", "/proc/sys/user/max_user_namespaces",
        "/dev/shm/x", "/tmp/x", "/project/x", "/project/node_modules/.vite-temp/x",
    ]  # fmt: skip
    written = isolated.say(
        f"{places!r}.filter(path => {{ try {{ fs.writeFileSync(path, 'x'); return true }} catch {{ return false }} }})"
    )
    assert written == ["/dev/shm/x", "/tmp/x", "/project/x", "/project/node_modules/.vite-temp/x"]
    assert not (isolated.toolchain.node_modules / ".vite-temp" / "x").exists()


def test_when_the_machine_has_no_memory_left_the_kernel_takes_it_before_the_worker(isolated: Bench) -> None:
    assert isolated.say("fs.readFileSync('/proc/self/oom_score_adj', 'utf8')").strip() == "1000"


def test_the_temporary_directories_are_bounded(isolated: Bench) -> None:
    sizes = isolated.say(
        "['/tmp', '/dev/shm', '/project/node_modules/.tmp'].map(path => { const s = fs.statfsSync(path);"
        " return s.blocks * s.bsize })"
    )
    assert all(0 < size <= TMP_BYTES for size in sizes)


def test_there_is_no_network_not_even_this_machine(isolated: Bench) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        outcome = isolated.run(
            "import net from 'node:net'; import dns from 'node:dns/promises'; import os from 'node:os';"
            "const reach = (host, port) => new Promise(done => {"
            "  const socket = net.connect({ host, port, timeout: 30000 }); socket.on('connect', () => done('open'));"
            "  socket.on('error', error => done(error.code)); socket.on('timeout', () => done('slow')) });"
            f"console.log(await reach('127.0.0.1', {port}), await reach('1.1.1.1', 443));"
            "console.log(await reach('169.254.169.254', 80));"
            "console.log(await dns.lookup('example.com').then(() => 'found', error => error.code));"
            "console.log(Object.keys(os.networkInterfaces()).join())"
        )
    words = outcome.output.split()
    assert words[:3] == [b"ECONNREFUSED", b"ENETUNREACH", b"ENETUNREACH"]
    assert words[3] in (b"EAI_AGAIN", b"ENOTFOUND")
    assert words[4:] in ([], [b"lo"])


def test_localhost_is_a_name_there(isolated: Bench) -> None:
    """Vite 5 and 6 look it up before they run a test."""
    found = isolated.run(
        "import dns from 'node:dns/promises';"
        "const found = [await dns.lookup('localhost'), await dns.lookup('localhost', { verbatim: true })];"
        "console.log(...found.map(one => one.address))"
    )
    assert set(found.output.split()) <= {b"127.0.0.1", b"::1"} and found.output, found.output


def test_it_runs_as_an_ordinary_user_without_capabilities(isolated: Bench) -> None:
    user, status = isolated.say("[os.userInfo(), fs.readFileSync('/proc/self/status', 'utf8')]")
    assert (user["uid"], user["username"]) == (1000, "builder")
    lines = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    assert int(lines["CapEff"], 16) == int(lines["CapPrm"], 16) == int(lines["CapAmb"], 16) == 0
    assert lines["NoNewPrivs"].strip() == "1"


def test_it_is_nobody_of_importance_on_the_host(isolated: Bench) -> None:
    isolated.run("import fs from 'node:fs'; fs.writeFileSync('mine', '')")
    owner = (isolated.place.project / "mine").stat().st_uid
    assert owner != 0
    assert os.geteuid() in (0, owner)


def test_no_further_namespace_can_be_made(isolated: Bench) -> None:
    outcome = isolated.run(
        "import { spawnSync } from 'node:child_process';"
        "const tried = ['--user', '--mount', '--net'].map(flag => spawnSync('unshare', [flag, 'true']).status);"
        "console.log(tried.join(' '))"
    )
    assert set(outcome.output.split()) <= {b"1", b"null"}


def test_only_its_own_processes_are_seen(isolated: Bench) -> None:
    pids = isolated.say("fs.readdirSync('/proc').filter(name => /^[0-9]+$/.test(name))")
    assert 1 <= len(pids) < 12


def test_no_descriptor_of_ours_is_left_open(isolated: Bench) -> None:
    """bubblewrap reads its options and the filter from descriptors, and the runner has sockets and files open."""
    outcome = isolated.run(
        "import { spawnSync } from 'node:child_process';"
        "console.log(String(spawnSync('sh', ['-c', 'ls -l /proc/1/fd /proc/$$/fd 2>/dev/null']).stdout))"
    )
    targets = {line.split(" -> ")[1].split(":")[0] for line in outcome.output.decode().splitlines() if " -> " in line}
    assert targets <= {"pipe", "/dev/null", "anon_inode", "socket"}, targets
    assert "memfd" not in outcome.output.decode()


def test_the_namespaces_are_its_own(isolated: Bench) -> None:
    kinds = ["user", "pid", "mnt", "net", "ipc", "uts"]
    inside = isolated.say(f"{kinds!r}.map(kind => fs.readlinkSync('/proc/self/ns/' + kind))")
    outside = [str(Path(f"/proc/self/ns/{kind}").readlink()) for kind in kinds]
    assert all(own != host for own, host in zip(inside, outside, strict=True))


def opened(toolchain: InstalledToolchain, root: Path) -> InstalledToolchain:
    """The toolchain where an ordinary user reaches it: this checkout may lie in a folder of root's own."""
    if open_to_all(toolchain.node_dir):
        return toolchain
    node_dir = shutil.copytree(toolchain.node_dir, root / "node", symlinks=True)
    npm = toolchain.npm and node_dir / toolchain.npm.relative_to(toolchain.node_dir)
    return replace(toolchain, node_dir=node_dir, node_bin=node_dir / "bin" / "node", npm=npm)


def opened_program(bwrap: str, root: Path) -> str:
    """The same for bubblewrap, with the libraries that lie beside its package."""
    package = Path(bwrap).parents[1]
    if open_to_all(Path(bwrap)):
        return bwrap
    for folder in (package, package.with_name(f"{package.name}.libs")):
        shutil.copytree(folder, root / "packages" / folder.name)
    return str(root / "packages" / Path(bwrap).relative_to(package.parent))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("isolated", ["open"], indirect=True)
def test_it_keeps_its_promises_for_an_ordinary_user_too(isolated: Bench) -> None:
    """The way taken on a laptop: one bubblewrap, started by a user without rights who owns even the packages."""
    place = isolated.place
    shutil.copytree(isolated.toolchain.node_modules, place.root / "modules")
    toolchain = replace(opened(isolated.toolchain, place.root), node_modules=place.root / "modules")
    place.project.mkdir()
    (place.project / "build.mjs").write_text(
        "import fs from 'node:fs'; import os from 'node:os'; fs.writeFileSync('made', '');"
        "const limit = fs.readFileSync('/proc/self/limits', 'utf8').match(/Max processes +(\\d+)/)[1];"
        "const places = ['/x', '/etc/x', '/dev/x', '/usr/x', '/toolchain/x', '/project/node_modules/x', '/tmp/x'];"
        "const written = places.filter(path => {"
        "  try { fs.writeFileSync(path, 'x'); return true } catch { return false } });"
        "console.log(os.userInfo().uid, fs.existsSync('/root'), limit, written.join())"
    )
    write_shims(place.root / "bin", node_inside(toolchain), npm_inside(toolchain))
    assert isinstance(isolated.sandbox, Bubblewrap)
    sandbox = replace(isolated.sandbox, as_root=False, bwrap=opened_program(isolated.sandbox.bwrap, place.root))
    with Descriptors() as files:
        build = Command(("node", "build.mjs"), {})
        command = sandbox.arguments(place, toolchain, build, Limits(processes=99), files)
        for path in (place.root, *place.root.rglob("*")):
            os.chown(path, 60799, 60799)
        done = subprocess.run(
            [sandbox.bwrap, *command], user=60799, group=60799, extra_groups=[], pass_fds=files.numbers,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert done.stdout.split() == ["1000", "false", "99", "/tmp/x"], done.stderr
    assert (place.project / "made").stat().st_uid == 60799
