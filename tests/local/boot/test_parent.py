"""What a killed test started does not stay behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from toolchain.repository import REPOSITORY

CHILD = """
import pathlib, signal, sys, time
from local.boot.parent import end_with_parent
def told(*_):
    pathlib.Path(sys.argv[1]).write_text("told to stop")
    sys.exit()
signal.signal(signal.SIGTERM, told)
end_with_parent()
print("ready", flush=True)
time.sleep(300)
"""
PARENT = """
import os, subprocess, sys, time
env = os.environ | {"CHATBUILDER_ENDS_WITH": str(os.getpid())}
child = subprocess.Popen([sys.executable, "-c", *sys.argv[1:]], env=env, stdout=subprocess.PIPE, start_new_session=True)
child.stdout.readline()
print(child.pid, flush=True)
time.sleep(300)
"""


def test_a_stack_whose_starter_was_killed_stops_by_itself(tmp_path: Path) -> None:
    said = tmp_path / "said"
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, CHILD, str(said)], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout
    child = int(parent.stdout.readline())
    os.kill(child, 0)
    parent.send_signal(signal.SIGKILL)
    parent.communicate()
    deadline = time.monotonic() + 60
    while not said.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert said.read_text() == "told to stop"
