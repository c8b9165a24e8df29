import { APIError } from "better-auth/api";
import { failureStatus } from "#domain/validation/failure-status.ts";
import type { IdentityErrorCode } from "#server/accounts/identity.ts";

/** Statuses of `/api/auth`, for the codes whose status there differs from that of a page. */
const libraryStatuses: Readonly<Record<string, 403 | 422 | undefined>> = {
  "error.googleerror": 403,
  "error.alreadyinuse": 422,
  "error.password-reset-expired-or-invalid": 422,
};

/** Error that ends a call of the sign-in library with one of our codes, to be thrown. */
export function authFailure(
  code:
    | IdentityErrorCode
    | "error.secondfactor"
    | "error.conflict"
    | "error.notfound"
    | "error.unavailable",
  headers: Record<string, string> = {},
): APIError {
  const status = libraryStatuses[code] ?? failureStatus(code);
  return new APIError(status, { code, message: code }, headers);
}
