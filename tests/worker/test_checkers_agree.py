"""On broken programs TypeScript's native compiler says the same as the project's own: codes and places, one by one."""

import re
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from devkit.node.toolchain import toolchain as real_toolchain
from devkit.stack.worker_jobs import HttpStore
from local.runner.tools import ensure_typescript
from shared.domain.build_log.read import diagnostics_from_log
from shared.domain.builds.worker_contract import parse_job
from shared.services.assets.load_templates import load_templates
from toolchain.write_files import write_files
from worker.sandbox.base import Workplace
from worker.sandbox.bubblewrap import Bubblewrap
from worker.tasks.base import Progress, Scene, TaskFailed
from worker.tasks.native_types import answers, native_command
from worker.tasks.types import check_types, own_checker
from worker.toolchain import InstalledToolchain

Compared = tuple[list[str], list[str]]
Checkers = Callable[[dict[str, bytes]], Compared]
_PLACE = re.compile(r"^(\S+\(\d+,\d+\): error TS\d+):", re.M)

MODULES = b"""import { nothing } from './other';
import { readFileSync } from 'fs';
import missing from './missing';
import absent from 'absent-package';
import { Shape as Again } from './other';
import data from './data.json';
export { nothing, readFileSync, missing, absent };
export const fact = data.nope;
export const dup = 1; export const dup = 2;
export const again: Again = { kind: 'a', v: 1, more: 2 };
"""
OTHER = b"export type Shape = { kind: 'a'; v: number } | { kind: 'b'; s: string };\n"
VALUES = b"""export const sum: number = 'three';
export const list: string[] = [1, 'b', null];
const frozen = { a: 1 } as const; frozen.a = 2;
export function f(x: 'a' | 'b' | 'c'): number { if (x === 'd') return 1; }
export const z = undefinedName + sum.toFixd(2);
const o = { name: 'x', age: 3 }; o.nme; o['nope'];
export type T = { [K in keyof typeof o]: Missing };
interface A { a: string; b: number }
export const a: A = { a: 'x' }; export const more: A = { a: 'x', b: 1, c: 2 };
[1, 2, 3].map((x) => x.length); export const n: number = list[0].length;
function g(a: number, b?: string) {} g(); g('a'); g(1, 2); g(1, 'a', 3);
const tuple: [number, string] = [1, 2, 3]; const record: Record<string, string> = {}; export const s: string = record.x;
export const key: keyof A = 'z'; export const un: 'x' | 'y' | 1 | 2 | { a: 1 } | Date = true;
let unknown: unknown; unknown.foo; (null as string | null).length;
export const fn: (a: number) => string = (a: string) => a;
"""
CLASSES = b"""class C { private x = 1; readonly y = 2; constructor(public q: string) {} }
const c = new C(); c.x; c.y = 3; new C(1);
abstract class D { abstract m(): void } new D(); class E extends D {} new E();
export class Q { a: number; static s; get b() { return 1; } set b(v: string) {} }
enum Colour { Red } const col: Colour = 'Red'; col;
interface I1 extends I2 {} interface I2 extends I1 {} type Circle = Circle;
function over(a: string): void; function over(a: number): void; function over(a: any) {} over(true);
class G<T extends string> { constructor(public t: T) {} } new G(1); new G<number>(2);
export class Impl implements I3 { m(): number { return 'x'; } } interface I3 { m(): string; n: number }
export default function () { return this.x; }
"""
FLOW = b"""export function f(a, b) { return a + b; }
export const g = (x) => x;
try { f(1, 2); } catch (e) { e.message; }
async function h() { const r = await fetch('/x'); return r.jsn(); } h().then((x: string) => x.trim());
for (const q of 5) {} let v: number; console.log(v); const w = 1; w = 2;
switch (1 as number) { case 1: f(1, 2); case 2: f(1, 2); }
document.getElementById('a').innerHTML = 1; new Map<string, number>().set(1, 'a'); JSON.parse(1);
document.addEventListener('click', (event) => event.keyy); localStorage.setItem('a', { b: 1 });
export const p: Promise<string> = Promise.resolve(1); export const d: Date = '2026'; d - 'x';
type Shape = { kind: 'a'; v: number } | { kind: 'b'; s: string };
export function u(x: Shape) { if (x.kind === 'c') return x.v; return x.v + x.s; }
export function never(x: Shape): number { switch (x.kind) { case 'a': return 1; } }
await 1; return 5; delete d.getTime; export const big: number = 1n;
"""
JSX = b"""import { useEffect, useRef, useState } from 'react';
interface P { title: string; n?: number; on: (e: string) => void; children?: never }
function Card({ title, n, on }: P) { return <div onClick={on} class="x" tabindex={1}>{title}{n.toFixed()}</div>; }
export function App() {
  const [s, setS] = useState<string>(1); const [v, setV] = useState([]); const ref = useRef<HTMLInputElement>();
  setV([1]); setS(2); useEffect(async () => {}); ref.current.focus();
  return <><Card /><Card title={1} on={(e: number) => {}} x="y">a</Card><Nope /><div styl={{}} style="color:red" />
    <input onChange={(e) => e.target.val} /><img alt={1}></img><button type="sumbit" />{v.map((i) => i.x)}{s}</>;
}
"""
SYNTAX = b"export function broken( { return 1\nconst x = ;\n"


@pytest.fixture
def checkers(bubblewrap: Bubblewrap, work_dir: Path, store: HttpStore) -> Checkers:
    """The logs of the native and of the own compiler's errors, each over its own copy of the same files."""
    tools = real_toolchain()
    if not ensure_typescript(tools, print):
        pytest.skip("there is no native compiler for this machine")

    def scene(name: str, files: dict[str, bytes], chosen: InstalledToolchain) -> Scene:
        place = Workplace(work_dir / name)
        place.root.mkdir(mode=0o711)
        write_files(files, place.project)
        job = parse_job(store.job("bld_1", b"", checks=["types"]))
        return Scene(job, place, chosen, bubblewrap, threading.Event(), Progress(), lambda _: None)

    def compare(files: dict[str, bytes]) -> Compared:
        native, own = scene("native", files, tools), scene("own", files, replace(tools, typescript=None))
        command = native_command(native, own_checker(native))
        assert command is not None, "the native compiler must be asked"
        with pytest.raises(TaskFailed):
            answers(native, command)
        with pytest.raises(TaskFailed):
            check_types(own, own_checker(own))
        return _lines(native), _lines(own)

    return compare


def _lines(scene: Scene) -> list[str]:
    return scene.progress.log.decode().splitlines()


def places(lines: list[str]) -> list[str]:
    return _PLACE.findall("\n".join(lines))


def broken(template: str, **files: bytes) -> dict[str, bytes]:
    named = {path.replace("__", ".").replace("_", "/", 1): text for path, text in files.items()}
    return dict(load_templates()[template].files) | named


@pytest.mark.e2e
@pytest.mark.parametrize("template", ["react", "vanilla-app"])
def test_they_find_the_same_errors_at_the_same_places(checkers: Checkers, template: str) -> None:
    sources = {"src_modules__ts": MODULES, "src_other__ts": OTHER, "src_data__json": b'{"a": 1}'}
    sources |= {"src_values__ts": VALUES, "src_classes__ts": CLASSES, "src_flow__ts": FLOW}
    native, own = checkers(broken(template, **sources, **({"src_Jsx__tsx": JSX} if template == "react" else {})))
    assert places(native) == places(own)
    assert len(set(places(own))) > (90 if template == "react" else 70)
    found, expected = (diagnostics_from_log("\n".join(lines)) for lines in (native, own))
    assert [(one.code, one.path, one.line, one.column) for one in found] == [
        (one.code, one.path, one.line, one.column) for one in expected
    ]
    words = sum(a.message == b.message for a, b in zip(found, expected, strict=True))
    assert words >= 0.9 * len(found), "only the order of a union's members may differ"


@pytest.mark.e2e
def test_they_say_the_same_of_text_that_is_no_program(checkers: Checkers) -> None:
    native, own = checkers(
        broken("react", src_broken__ts=SYNTAX, src_Open__tsx=b"export const el = <div><span></div>;\n")
    )
    assert native == own and len(own) > 4


@pytest.mark.e2e
def test_they_say_the_same_of_projects_that_name_others(checkers: Checkers) -> None:
    files = broken("react", src_values__ts=VALUES)
    app = files["tsconfig.json"].replace(b'"noEmit": true', b'"noEmit": true, "composite": true')
    files |= {"tsconfig.json": b'{"files": [], "references": [{"path": "./tsconfig.app.json"}]}'}
    package = files["package.json"].replace(b'"tsc --noEmit"', b'"tsc -b"')
    native, own = checkers(files | {"tsconfig.app.json": app, "package.json": package})
    assert places(native) == places(own) != []


@pytest.mark.e2e
@pytest.mark.parametrize(
    "options", [b'"baseUrl": ".", "ignoreDeprecations": "6.0"', b'"target": "ES5"', b'"nope": 1', b'"lib": ["Nope"]']
)
def test_what_the_native_one_does_not_know_is_left_to_the_own(
    bubblewrap: Bubblewrap, work_dir: Path, store: HttpStore, options: bytes
) -> None:
    tools = real_toolchain()
    assert ensure_typescript(tools, print)
    place = Workplace(work_dir / "job")
    place.root.mkdir(mode=0o711)
    files = broken("react")
    config = files["tsconfig.json"].replace(b'"noEmit": true', b'"noEmit": true, ' + options)
    write_files(files | {"tsconfig.json": config}, place.project)
    job = parse_job(store.job("bld_1", b"", checks=["types"]))
    scene = Scene(job, place, tools, bubblewrap, threading.Event(), Progress(), lambda _: None)
    command = native_command(scene, own_checker(scene))
    assert command is not None and not answers(scene, command) and scene.progress.log == b""
