import { expect, it } from "vitest";
import { canBeModerator, hasPermissionsOf, isKnownPerson, isStaff, roles } from "./role.ts";

it.each([
  ["visitor", ["visitor"]],
  ["user", ["visitor", "user"]],
  ["moderator", ["visitor", "user", "moderator"]],
  ["administrator", ["visitor", "user", "moderator", "administrator"]],
] as const)("gives the %s the rights of %s", (role, expected) => {
  expect(roles.filter((least) => hasPermissionsOf(role, least))).toEqual(expected);
});

it("includes moderators and the administrator in the staff", () => {
  expect(roles.filter((role) => isStaff({ role }))).toEqual(["moderator", "administrator"]);
});

it.each([
  ["visitor", false, false],
  ["user", true, false],
  ["moderator", true, true],
  ["administrator", true, true],
] as const)(
  "knows a %s as one person: %s, with an address that is not confirmed: %s",
  (role, confirmed, unconfirmed) => {
    expect(isKnownPerson({ role })).toBe(confirmed);
    expect(isKnownPerson({ role, isUnconfirmed: true })).toBe(unconfirmed);
  },
);

it.each([
  [{ email_verified: true, disabled: false }, true],
  [{ email_verified: false, disabled: false }, false],
  [{ email_verified: true, disabled: true }, false],
])("an account with %o can become a moderator's: %s", (account, expected) => {
  expect(canBeModerator(account)).toBe(expected);
});
