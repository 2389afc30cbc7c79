"""A project's own `vite.config.ts`, run by the real Vite as a real job, that means harm."""

import json
import os
import pwd
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from devkit.node.toolchain import toolchain
from devkit.stack.worker_jobs import PAGE, HttpStore, Uploaded, pack
from shared.domain.builds.worker_contract import parse_job
from worker.build import run_job
from worker.sandbox.bubblewrap import Bubblewrap

LOOKS = """
import { defineConfig } from 'vite'
import fs from 'node:fs'
import net from 'node:net'
const PLACES = %s, HOSTS = %s
const reads = PLACES.filter(path => { try { fs.statSync(path).isDirectory() ? fs.readdirSync(path)
  : fs.readFileSync(path); return true } catch { return false } })
const opens = ([host, port]: [string, number]) => new Promise<boolean>(done => {
  const socket = net.connect({ host, port, timeout: 1500 })
  socket.on('connect', () => done(true)).on('error', () => done(false)).on('timeout', () => done(false)) })
const fetched = await fetch('http://169.254.169.254/latest/meta-data/').then(() => true, () => false)
const reached = [fetched, ...await Promise.all((HOSTS as [string, number][]).map(opens))]
const found = JSON.stringify({ reads, reached, names: Object.keys(process.env) })
export default defineConfig({ plugins: [{ name: 'tell', generateBundle() {
  this.emitFile({ type: 'asset', fileName: 'found.json', source: found }) } }] })
"""

Build = Callable[..., Uploaded]


@pytest.fixture
def build(bubblewrap: Bubblewrap, work_dir: Path, store: HttpStore) -> Build:
    """The uploaded result of a project with this `vite.config.ts`."""

    def run(config: str, **limits: int) -> Uploaded:
        manifest = {"name": "x", "private": True, "type": "module", "scripts": {"build": "vite build"}}
        files = {"package.json": json.dumps(manifest), "index.html": PAGE, "vite.config.ts": config}
        document: dict[str, Any] = store.job("bld_1", pack({path: text.encode() for path, text in files.items()}))
        document["toolchain"] = {"digest": toolchain().digest}
        document["limits"] |= {"wall_seconds": 60, **limits}
        run_job(parse_job(document), toolchain=toolchain(), sandbox=bubblewrap, work_dir=work_dir)
        return store.uploaded("bld_1")

    return run


def test_it_finds_no_network_no_metadata_no_file_of_the_host_and_no_word_of_its_environment(
    build: Build, store: HttpStore, work_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "/v2/credentials/of-the-machine")
    secret = work_dir / "secret"
    secret.write_text("of the host")
    places = [str(secret), str(Path(__file__)), "/etc/shadow", pwd.getpwuid(0).pw_dir, "/home", "/var", "/sys",
              f"/proc/1/root{secret}", "/proc/1/root/etc/shadow", f"/proc/{os.getpid()}/environ"]  # fmt: skip
    with socket.create_server(("127.0.0.1", 0)) as listening:
        ours = [["127.0.0.1", listening.getsockname()[1]], ["127.0.0.1", int(store.url.rpartition(":")[2])]]
        hosts = [*ours, ["169.254.169.254", 80], ["169.254.170.2", 80], ["1.1.1.1", 443]]
        uploaded = build(LOOKS % (json.dumps(places), json.dumps(hosts)))
    assert uploaded.result["status"] == "succeeded", uploaded.log
    found = json.loads(uploaded.content["dist/found.json"])
    assert (found["reads"], found["reached"]) == ([], [False] * 6)
    assert not [name for name in found["names"] if name.startswith(("AWS_", "JOB_", "OPENAI_", "CODEBUILD_"))]
