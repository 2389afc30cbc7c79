import { cleanup, render, screen } from "@testing-library/vue";
import { afterEach, expect, test } from "vitest";
import App from "../src/App.vue";
import { check } from "../src/signUp";

afterEach(cleanup);

test("the form has its button", () => {
  render(App);
  expect(screen.getByRole("button", { name: "Sign up" })).toBeTruthy();
});

test("an address needs a host", () => {
  expect(check({ name: "Ada", email: "ada@", seats: 1, agreed: true })).toHaveProperty("email");
});
