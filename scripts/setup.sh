#!/usr/bin/env bash
# Makes the virtual environment from requirements.lock: every package pinned and hashed. Safe to run again.
set -euo pipefail
venv=${1:-.venv}
python=${PYTHON:-python3}

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "ChatBuilder needs Python 3.11 or newer; $python is $("$python" --version 2>&1). Set PY=/path/to/python." >&2
  exit 1
fi
if [ ! -x "$venv/bin/python" ]; then
  echo "[setup] virtual environment in $venv"
  "$python" -m venv "$venv"
fi
if [ ! -x "$venv/bin/uv" ]; then
  echo "[setup] installer"
  # uv itself is in the lock too; it only makes the next step ten times faster.
  awk '/^uv==/{on=1} on{print} on&&!/\\$/{exit}' requirements.lock > "$venv/uv.lock"
  "$venv/bin/python" -m pip install --quiet --require-hashes -r "$venv/uv.lock"
fi
echo "[setup] packages of requirements.lock"
if ! "$venv/bin/uv" pip sync --quiet --python "$venv/bin/python" --require-hashes requirements.lock; then
  echo "[setup] uv could not install them; trying pip" >&2
  "$venv/bin/python" -m pip install --quiet --require-hashes -r requirements.lock
fi
echo "[setup] ready"
