#!/bin/sh
# Started by the Lambda Web Adapter: the same application as the api function, on a port of its own, unbuffered.
exec python -m uvicorn --factory functions.api.asgi:create_stream --host 127.0.0.1 --port "${AWS_LWA_PORT:-8080}" \
  --no-access-log --timeout-keep-alive 65
