"""What a file gives out, with its types, in the place of its text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.text.outline import signatures

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


def test_only_code_has_them_and_their_length_is_bounded() -> None:
    assert signatures("src/a.css", "export const a = 1") == signatures("src/a.test.ts", "export const a = 1") == ""
    assert 300 < len(signatures("src/a.ts", "export function f(a: string): void {}\n" * 500)) <= 600


@given(st.text(st.sampled_from("export function type interface const {}()<>=: \n;a"), max_size=400))
@settings(max_examples=100, deadline=None)
def test_any_text_has_an_answer(text: str) -> None:
    assert len(signatures("src/a.ts", text)) <= 600
