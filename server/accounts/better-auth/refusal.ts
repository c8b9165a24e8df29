import { APIError } from "better-auth/api";
import type { IdentityErrorCode } from "#server/accounts/identity.ts";

const statuses = {
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  422: "UNPROCESSABLE_ENTITY",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
} as const;

/** Error to throw, which ends a call of the sign-in library with one of our codes. */
export function refusal(
  status: keyof typeof statuses,
  code: IdentityErrorCode | "error.notfound" | "error.unavailable",
  headers: Record<string, string> = {},
): APIError {
  return new APIError(statuses[status], { code, message: code }, headers);
}
