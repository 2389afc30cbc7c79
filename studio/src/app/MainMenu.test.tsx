import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { MainMenu } from "@/app/MainMenu";
import { type Session, SessionContext } from "@/data/session";
import { show } from "@/testing/show";

const menu = async (session: Partial<Session>) => {
  await show(
    <SessionContext value={session as Session}>
      <MainMenu>
        <a href="https://salon.example/">Open the live app</a>
      </MainMenu>
    </SessionContext>,
    {},
  );
  fireEvent.focus(screen.getByRole("button", { name: "Menu" }));
  await screen.findByText("Usage and budgets");
};
const SIGN_OUT = { name: "Sign out", hidden: true };

it("the menu has words for everything, first for where the page leads", async () => {
  await menu({ local: true, signOut: null });
  expect(screen.getByRole("button", { name: "Menu" })).toBeTruthy();
  const links = screen.getAllByRole("link", { hidden: true }).map(({ textContent }) => textContent);
  expect(links).toEqual(["Open the live app", "Usage and budgets", "Packages", "Account and keys", "Help"]);
});

it("it says who one is: on one's own computer nobody", async () => {
  await menu({ local: true, person: null, signOut: null });
  expect(screen.getByText("This computer, no account needed")).toBeTruthy();
  expect(screen.queryByRole("button", SIGN_OUT)).toBeNull();
});

it("it says who one is: elsewhere by name, with the way out", async () => {
  await menu({ local: false, person: "Ann Lee", signOut: async () => undefined });
  expect(screen.getByText("Signed in as Ann Lee")).toBeTruthy();
  expect(screen.getByRole("button", SIGN_OUT)).toBeTruthy();
});
