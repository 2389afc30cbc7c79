#!/bin/sh
# Started by the Lambda Web Adapter in place of Lambda's own Python bootstrap, which is what would put the layers on the
# path. The same application as the api function, on a port of its own, unbuffered.
export PYTHONPATH="${LAMBDA_TASK_ROOT:-.}:/opt/python:${LAMBDA_RUNTIME_DIR:-}${PYTHONPATH:+:$PYTHONPATH}"
exec python -m uvicorn --factory functions.api.asgi:create_stream --host 127.0.0.1 --port "${AWS_LWA_PORT:-8080}" \
  --no-access-log --timeout-keep-alive 65
