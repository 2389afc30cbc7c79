import { expect, it } from "vitest";
import { titleOf } from "@/domain/titles";

it.each([
  ["# Booking of *rooms* #\n\nIt books.", "spec.md", "Booking of rooms"],
  ["Intro.\n\n## Rooms\n", "spec.md", "Rooms"],
  ["Booking\n=======\n\nIt books.", "spec.md", "Booking"],
  ["---\ntitle: x\n---\n\n# The [Salon](https://salon.test)\n", "spec.md", "The Salon"],
  ["# Booking\r\nIt books.\r\n", "spec.md", "Booking"],
  ["It books rooms.", "booking_spec-v2.final.md", "Booking spec v2.final"],
  ["#hash is no heading", "my-notes.txt", "My notes"],
  ["It books rooms for guests.", undefined, "It books rooms for guests"],
  [`# ${"long ".repeat(60)}`, "a.md", `${"long ".repeat(16).trim()}`],
])("a text %j in %s is called %s", (text, file, title) => {
  expect(titleOf(text, file)).toBe(title);
});
