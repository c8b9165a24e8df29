import { expect, it } from "vitest";
import { canBeModerator, hasPermissionsOf, isStaff, roles } from "./role.ts";

it.each([
  ["visitor", ["visitor"]],
  ["user", ["visitor", "user"]],
  ["moderator", ["visitor", "user", "moderator"]],
  ["administrator", ["visitor", "user", "moderator", "administrator"]],
] as const)("gives the %s the rights of %s", (role, expected) => {
  expect(roles.filter((least) => hasPermissionsOf(role, least))).toEqual(expected);
});

it("counts moderators and the administrator among the staff", () => {
  expect(roles.filter((role) => isStaff({ role }))).toEqual(["moderator", "administrator"]);
});

it.each([
  [{ email_verified: true, disabled: false }, true],
  [{ email_verified: false, disabled: false }, false],
  [{ email_verified: true, disabled: true }, false],
])("lets an account with %o be a moderator's: %s", (account, expected) => {
  expect(canBeModerator(account)).toBe(expected);
});
