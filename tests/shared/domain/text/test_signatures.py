"""What a file gives out, with its types, in the place of its text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.text.outline import outline, signatures
from tests.support.work_meter import Meter, metered

STORE = """import { z } from "zod";

export type Id = string;
export interface Ticket {
  id: Id;
  seats: number[];
}
const hidden = 3;
export const MOST = 8;
export function book(ticket: Ticket, at: Date): Promise<Ticket | null> {
  return hidden;
}
export const free = (row: number): number => row;
export default class Store extends Base {
}
"""


def test_types_and_functions_come_with_what_they_take_and_give() -> None:
    found = signatures("src/store.ts", STORE)
    assert found.split("; export") == [
        "export type Id = string",
        " interface Ticket { id: Id; seats: number[]; }",
        " const MOST",
        " function book(ticket: Ticket, at: Date): Promise<Ticket | null>",
        " const free = (row: number): number =>",
        " default class Store extends Base",
    ]


def test_the_props_of_a_component_are_told_though_they_are_not_exported() -> None:
    text = "interface Props {\n  value: number;\n  onCommit: (value: number) => void;\n}\n\ninterface Own { a: 1 }\n"
    found = signatures("src/NumberField.tsx", text + "export default function NumberField({ value }: Props) {\n}\n")
    assert found.startswith("interface Props { value: number; onCommit: (value: number) => void; }; export default")
    assert "Own" not in found


def test_only_code_has_them_and_their_length_is_bounded() -> None:
    assert signatures("src/a.css", "export const a = 1") == signatures("src/a.test.ts", "export const a = 1") == ""
    assert 300 < len(signatures("src/a.ts", "export function f(a: string): void {}\n" * 500)) <= 600


def test_exports_without_room_keep_their_names() -> None:
    many = "".join(f"export function put{number}(value: string, at: number): void {{}}\n" for number in range(20))
    found = signatures("src/a.ts", many)
    assert found.startswith("export function put0(value: string, at: number): void; ") and len(found) <= 600
    assert all(f"put{number}" in found for number in range(20)) and "; and without types: put" in found


def test_default_export_at_the_end_of_a_long_file_is_found() -> None:
    drawings = 'const a = <path d="M60 14 110 102H10Z" />;\n' * 300
    text = f"{drawings}export type SignName = string;\nexport default function Sign(name: SignName) {{\n}}\n"
    assert signatures("src/Sign.tsx", text) == (
        "export type SignName = string; export default function Sign(name: SignName)"
    )
    assert outline("src/Sign.tsx", text) == "SignName"


@given(st.text(st.sampled_from("export function type interface const {}()<>=: \n;a"), max_size=400))
@settings(max_examples=100, deadline=None)
def test_any_text_has_an_answer(text: str) -> None:
    assert len(signatures("src/a.ts", text)) <= 600


@pytest.mark.parametrize(
    ("code", "given_out"),
    [
        (
            "export default function App({ title, onSave }: { title: string; onSave: () => void }) {\n  return 1\n}",
            "export default function App({ title, onSave }: { title: string; onSave: () => void })",
        ),
        (
            "export function f<T extends { id: string }>(a: T): T {\n}",
            "export function f<T extends { id: string }>(a: T): T",
        ),
        ("export function f(a: A): { b: B } {\n}", "export function f(a: A): { b: B }"),
        ("export const f = ({ a }: { a: A }): B => a", "export const f = ({ a }: { a: A }): B =>"),
        ("export type P = { a: { b: string } };", "export type P = { a: { b: string } }"),
        ("export interface P { a: { b: string } }\nlet x = 1", "export interface P { a: { b: string } }"),
        ("export type K =\n  | 'a;'\n  | 'b'\nlet x = 1", "export type K = | 'a;' | 'b'"),
        ("export type M = Map<\n  A,\n  B\n>\nlet x = 1", "export type M = Map< A, B >"),
        ("export interface P {\n  // don't\n  a: A\n}\nlet x = 1", "export interface P { // don't a: A }"),
        (f"export function f({'a: A, ' * 200}) {{}}", "export function f(...)"),
        (f"export type T = {{ {'a: A, ' * 200} }}", "export type T"),
    ],
)
def test_what_is_given_out_ends_where_its_code_begins(code: str, given_out: str) -> None:
    assert signatures("src/a.tsx", code) == given_out


@pytest.mark.parametrize("after", ["\n\nconst", "\nconst", "\n// kept\nconst"])
@pytest.mark.parametrize("head", ["type Id = string", "interface Id {}", "type Id = { a: string }", "const id"])
def test_code_without_semicolons_stays_private(head: str, after: str) -> None:
    found = signatures("src/a.ts", f"export {head}{after} token = 'sk-live-123'\nlet x = {{ y: 1 }}")
    assert found == f"export {head}"


@pytest.mark.parametrize(
    "hostile",
    [
        "export type A = {",
        "export function f(",
        "export const a = (",
        "export type A =\n",
        "export interface A\n",
        "{(",
    ],
)
def test_hostile_text_takes_bounded_steps(hostile: str) -> None:
    text = (hostile * 100_000)[:100_000]
    lines = f"{hostile}\n" * (100_000 // (len(hostile) + 1))
    meter = Meter(10**12)
    with metered(meter) as load:
        module = load("shared.domain.text.outline")
        meter.allow(3_000_000)
        assert len(module.signatures("src/a.ts", text)) + len(module.signatures("src/a.ts", lines)) <= 1_200
