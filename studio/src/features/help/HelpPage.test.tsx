import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { chaptersOf, placeIn } from "@/domain/manual";
import { CHAPTERS } from "@/features/help/chapters";
import { HelpPage } from "@/features/help/HelpPage";
import { MessagesContext } from "@/messages/useMessages";
import { de } from "@/messages/de";
import { show } from "@/testing/show";

it("is the manual of the repository: every link between its chapters leads to a section that is there", () => {
  expect(CHAPTERS.length).toBeGreaterThan(10);
  expect(CHAPTERS[0]?.name).toBe("README");
  const broken = CHAPTERS.flatMap(({ name, sections }) =>
    sections.flatMap(({ text }) => [...text.matchAll(/\]\(((?:[\w-]+\.md)?(?:#[^)]*)?)\)/g)].map(([, href = ""]) => ({ name, href, place: placeIn(CHAPTERS, name, href) }))),
  ).filter(({ place }) => !place || (place.at && !CHAPTERS.find(({ name }) => name === place.chapter)?.sections.some(({ id }) => id === place.at)));
  expect(broken).toEqual([]);
  expect(chaptersOf({})).toEqual([]);
});

it("shows a chapter with its links, and finds words in all of them", async () => {
  await show(<HelpPage place={{ chapter: "plans" }} />, {});
  expect(screen.getByRole("heading", { level: 2 }).textContent).toContain("Blueprints and plans");
  const link = within(screen.getByRole("article")).getAllByRole("link", { name: "autopilot" })[0];
  expect(link?.getAttribute("href")).toContain("chapter=autopilot");
  expect(screen.queryByRole("img")).toBeNull();
  fireEvent.change(screen.getByLabelText("Search the help"), { target: { value: "offline visitors" } });
  expect((await screen.findByRole("status")).textContent).toMatch(/places? ha/);
  fireEvent.change(screen.getByLabelText("Search the help"), { target: { value: "xyzzy" } });
  expect(screen.getByRole("status").textContent).toBe("Nothing in the help has these words.");
});

it("says in German that the manual is in English, and begins with what it has for a chapter that is not there", async () => {
  await show(
    <MessagesContext value={de}>
      <HelpPage place={{ chapter: "<script>" }} />
    </MessagesContext>,
    {},
  );
  expect(screen.getByText(/nur auf Englisch/)).toBeTruthy();
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("User manual");
});
