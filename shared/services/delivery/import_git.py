"""An app made of a public repository: the newest commit of a branch, and of it one folder if so asked."""

from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from shared.domain.base import Files, Input
from shared.domain.delivery.git_errors import GitNotFound, GitTooLarge, GitUnauthorized
from shared.domain.delivery.pulled_tree import links_left_out
from shared.domain.delivery.remote import Branch
from shared.domain.errors import PolicyViolation
from shared.domain.identity import Principal
from shared.domain.imports.fit_files import ignored_place
from shared.domain.tree.paths import escape_faults
from shared.services.apps.import_app import Imported, ImportRequest, import_files
from shared.services.delivery.connect_git import Address, addresses_of
from shared.services.delivery.git_ports import GitPorts
from shared.services.ports_bundle import Ports

_SLACK = 4  # a repository may hold this many projects, since an import leaves much of it out


def _folder(path: str) -> str:
    """With its slash; empty for the whole repository."""
    plain = path.strip("/")
    if plain and escape_faults(plain):
        raise ValueError("a folder of the repository")
    return f"{plain}/" if plain else ""


class GitImport(Input):
    """`ref` is a branch, by default the one that people get; `path` the project's folder."""

    git_url: Address
    ref: Branch | None = None
    path: Annotated[str, StringConstraints(max_length=200), AfterValidator(_folder)] = ""
    name: str | None = None
    slug: str | None = None


def import_git(
    *, principal: Principal, wish: GitImport, request: ImportRequest, git: GitPorts, ports: Ports
) -> Imported:
    """As `import_files`. GitAddressRefused, GitNotFound (also for what is not public), GitTooLarge, GitUnavailable."""
    url = addresses_of(wish.git_url, None, None, git)["url"] or ""
    try:
        fetched = git.remote(url, "").fetch(wish.ref, [], iter(()))
    except GitUnauthorized:
        raise GitNotFound("There is no public repository at this address.") from None
    files = _project(fetched.files, wish.path, _SLACK * ports.limits.project_bytes)
    made = import_files(principal=principal, request=request, entries=files, ports=ports)
    left_out = links_left_out(path for path in fetched.left_out if path.startswith(wish.path))
    return made.model_copy(update={"diagnostics": [*made.diagnostics, *left_out[:100]]})


def _project(files: Files, folder: str, most: int) -> Files:
    inside = {path.removeprefix(folder): content for path, content in files.items() if path.startswith(folder)}
    faults = [fault for path in inside for fault in escape_faults(path)]
    if faults:
        raise PolicyViolation(faults[0].message, diagnostics=faults[:100])
    if not inside:
        raise GitNotFound(f"The repository has no folder {folder}." if folder else "The branch has no files.")
    if sum(len(content) for path, content in inside.items() if ignored_place(path) is None) > most:
        raise GitTooLarge(f"The project has more than {most // 2**20} MB.")
    return inside
