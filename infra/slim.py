"""What a wheel brings that a function never reads."""

import shutil
from pathlib import Path

KEPT_METADATA = {"METADATA", "entry_points.txt"}
"""Of a package's `*.dist-info`: its name and version, and the plug-ins that OpenTelemetry looks up there."""
FOLDERS = (
    "bin",
    "dulwich/tests",
    "fastapi/.agents",
    "boto3/data",
    "boto3/examples",
    "aws_lambda_powertools/event_handler",
)
FILES = ("*.pyi", "py.typed", "*.pyx", "*.pxd", "*.c", "*.h", "*.rs")
SERVICES = {"cloudfront", "codebuild", "dynamodb", "lambda", "s3", "secretsmanager", "stepfunctions", "sts"}
"""Of the 400 services that botocore describes (27 MB): those that `shared/adapters/aws_clients.py` names, and roles."""
UNUSED = {
    "zstandard/_cffi*.so": "CPython takes the other backend",
    "zstandard/backend_cffi.py": "the same",
    "fastapi_offline/static/redoc.standalone.js": "/docs is drawn by Swagger UI",
    "fastapi_offline/core.py": "only its files are read; the package is found, never imported",
    "pydantic/v1": "FastAPI looks for the models of pydantic 1 where it is there; we have none",
}


def slim(folder: Path) -> None:
    """Take it away from an installed layer."""
    for each in FOLDERS:
        shutil.rmtree(folder / each, ignore_errors=True)
    for pattern in UNUSED:
        for path in folder.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for pattern in FILES:
        for path in folder.rglob(pattern):
            path.unlink()
    for path in folder.glob("botocore/data/*/"):
        if path.name not in SERVICES:
            shutil.rmtree(path)
    for path in folder.glob("*.dist-info/*"):
        if path.name not in KEPT_METADATA:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
