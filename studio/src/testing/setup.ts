import { cleanup, configure } from "@testing-library/react";
import { afterEach, expect } from "vitest";
import { forgetKept } from "@/run/Kept";
import { notAllowed } from "@/testing/handlers";

// What is waited for comes on a busy machine too; this only keeps a broken test from hanging.
configure({ asyncUtilTimeout: 15_000 });
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  forgetKept();
  expect(notAllowed.splice(0), "a server that the API's document does not allow").toEqual([]);
});
