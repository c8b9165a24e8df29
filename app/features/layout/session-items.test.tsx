import { expect, it } from "vitest";
import { renderInLanguage, textOf } from "#tests/support/render-in-language.tsx";
import type { Session } from "./session.ts";
import { SessionItems } from "./session-items.tsx";

function shown(session: Session) {
  const items = <SessionItems session={session} isBar onChosen={() => {}} />;
  return textOf(renderInLanguage(items, "hu"));
}

it("shows the e-mail address of whoever is signed in", () => {
  expect(shown({ email: "anna@mosdo.example", isAdministrator: false })).toContain(
    "anna@mosdo.example",
  );
});

it("shows Admin, and no address, for the administrator", () => {
  const text = shown({ email: "admin@mosdo.example", isAdministrator: true });
  expect(text).toContain("Admin");
  expect(text).not.toContain("admin@mosdo.example");
});
