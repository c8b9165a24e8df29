import { expect, it } from "vitest";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { SessionItems } from "./navigation-bar.tsx";
import type { Session } from "./use-session.ts";

function shown(session: Session) {
  const items = <SessionItems session={session} isBar onChosen={() => {}} />;
  return textOf(renderInLanguage(items, "hu"));
}

it("shows the e-mail address of a signed-in visitor", () => {
  const text = shown({ email: "anna@mosdo.example", role: "user", pendingCount: null });
  // A line may break before the sign.
  expect(text).toMatch(/anna *@mosdo\.example/);
  expect(text).not.toContain("Moderálás");
});

it("shows Admin, and no e-mail, for the administrator", () => {
  const text = shown({ email: "admin@mosdo.example", role: "administrator", pendingCount: 0 });
  expect(text).toContain("Admin");
  expect(text).not.toContain("admin@mosdo.example");
});

it.each([
  [null, /Moderálás(?! *Elintézésre)/],
  [0, /Moderálás(?! *Elintézésre)/],
  [1234, /Moderálás *Elintézésre vár: *1\s?234/],
])("leads the administrator to moderation, where %s wait", (pendingCount, expected) => {
  expect(shown({ email: null, role: "administrator", pendingCount })).toMatch(expected);
});
