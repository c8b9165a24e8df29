import { expect, it } from "vitest";
import { failureStatus } from "./failure-status.ts";

it.each([
  ["error.signin", 401],
  ["error.forbidden", 403],
  ["error.notfound", 404],
  ["error.duplicate", 409],
  ["error.limit", 429],
  ["error.toomanyrequests", 429],
  ["error.error", 500],
  ["error.unavailable", 503],
  ["addPlace.unsaved", 503],
  ["password-reset-expired-or-invalid", 410],
])("answers the failure %s with %d", (code, status) => {
  expect(failureStatus(code)).toBe(status);
});

it.each(["error.parameter", "error.fillout", "error.invalidtime", "error.samepassword", "rating"])(
  "has the status 422 for the validation error %s",
  (code) => {
    expect(failureStatus(code)).toBe(422);
  },
);
