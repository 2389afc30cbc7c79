"""Scaffolds: `scaffolds.json` says what each is, its folder of `shared/scaffolds` has its files."""

import json
from functools import lru_cache
from pathlib import Path

from shared.domain.base import Files
from shared.domain.frameworks import FACTS, Framework
from shared.domain.scaffolds.scaffold import FOLDER, Scaffold, ScaffoldPack

ROOT = Path(__file__).parents[2] / "scaffolds"


@lru_cache(maxsize=1)
def list_scaffolds() -> tuple[Scaffold, ...]:
    """All, in the order of the gallery."""
    return tuple(map(Scaffold.model_validate, json.loads((ROOT / "scaffolds.json").read_text("utf-8"))))


@lru_cache(maxsize=1)
def load_scaffolds() -> dict[str, ScaffoldPack]:
    return {one.key: _pack(one) for one in list_scaffolds()}


def _pack(scaffold: Scaffold) -> ScaffoldPack:
    return ScaffoldPack(scaffold=scaffold, files={name: _files(scaffold, name) for name in scaffold.frameworks})


def _files(scaffold: Scaffold, framework: Framework) -> Files:
    folder, public = ROOT / scaffold.key, ROOT / scaffold.key / "public"
    found = {f"{scaffold.folder}/{path.name}": path.read_bytes() for path in sorted(folder.glob("*.ts"))}
    found |= {f"public/{path.name}": path.read_bytes() for path in sorted(public.glob("*"))}
    used = b"".join(found.values())
    common = {path.name: path.read_bytes() for path in sorted((ROOT / "common").iterdir())}
    names = set(common) if b'"../common/dom"' in used else {"setting.ts"} if b'"../common/setting"' in used else set()
    found |= {f"{FOLDER}/common/{name}": common[name] for name in sorted(names)}
    return found | _component(scaffold, framework)


def _component(scaffold: Scaffold, framework: Framework) -> Files:
    """The framework's own file that gives it a place; without a framework there is none."""
    suffix = FACTS[framework].written_as
    place = ROOT / "places" / f"{framework}.{suffix}"
    if scaffold.component is None or not place.exists():
        return {}
    text = place.read_text("utf-8")
    words = {"__mount__": scaffold.entry, "__module__": scaffold.module, "__Component__": scaffold.component}
    for name, said in words.items():
        text = text.replace(name, said)
    return {f"{scaffold.folder}/{scaffold.component}.{suffix}": text.encode()}
