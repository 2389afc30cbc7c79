"""An app's history as a git repository in memory."""

from dulwich.objects import ObjectID
from dulwich.refs import HEADREF, Ref
from dulwich.repo import MemoryRepo

from shared.adapters.s3.git_ids import git_commit, git_objects
from shared.domain.delivery.commit import BRANCH
from shared.ports.git import History

REF = Ref(f"refs/heads/{BRANCH}".encode())


def repository(history: History) -> MemoryRepo:
    """All commits, with the objects of those whose files are given; `BRANCH` is the last of them."""
    repo = MemoryRepo()
    known: set[bytes] = set()
    for commit, files in history:
        if files is not None:
            new = [made for made in git_objects(files) if made.id not in known]
            known.update(made.id for made in new)
            for made in new:
                repo.object_store.add_object(made)
        repo.object_store.add_object(
            git_commit(commit.tree, commit.parent, commit.message, commit.author, commit.epoch)
        )
        repo.refs[REF] = ObjectID(commit.id.encode())
    repo.refs.set_symbolic_ref(HEADREF, REF)
    return repo
