import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { forgetKept } from "@/run/Kept";
import { useFields } from "@/run/useFields";

const STORED = { title: "Hours", text: "Open at nine" };
const form = () => renderHook(() => useFields("note.1", STORED)).result;

it("what is typed is there again after the form and the page were left; an emptied field stays empty", () => {
  const first = form();
  act(() => first.current.change({ title: "" }));
  act(() => first.current.change({ text: "Open at ten" }));
  forgetKept();
  const again = form();
  expect([again.current.fields, again.current.isTyped]).toEqual([{ title: "", text: "Open at ten" }, true]);
});

it("what is as it was stored is no draft, and what was let go is gone", () => {
  const one = form();
  act(() => one.current.change({ title: "Times" }));
  act(() => one.current.change({ title: "Hours" }));
  expect(one.current.isTyped).toBe(false);
  act(() => one.current.change({ text: "x" }));
  act(() => one.current.drop());
  expect([one.current.fields, one.current.isTyped]).toEqual([STORED, false]);
});

it("what is written while the rest is on its way stays", () => {
  const one = form();
  act(() => one.current.change({ title: "Times" }));
  const { sent } = one.current;
  act(() => one.current.change({ text: "Later" }));
  act(() => sent());
  expect(one.current.fields).toEqual({ title: "Hours", text: "Later" });
});

it("what is no draft of a form in the storage is none", () => {
  sessionStorage.setItem("chatbuilder.draft.note.1", "[1, {");
  expect(form().current.fields).toEqual(STORED);
});
