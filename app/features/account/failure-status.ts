import type { AccountFailureCode } from "./account-failure.ts";

const statuses: Partial<Record<AccountFailureCode, number>> = {
  "error.usernotfound": 401,
  "error.wrongpassword": 401,
  "error.signin": 401,
  "error.disableduser": 403,
  "error.alreadyinuse": 409,
  "error.password-reset-expired-or-invalid": 410,
  "password-reset-expired-or-invalid": 410,
  "error.toomanyrequests": 429,
  "error.error": 500,
  "unknown-error": 500,
  "error.unavailable": 503,
  "error.googleerror": 502,
};

/** The HTTP status of a page that shows the failure; 422 for what was typed wrongly. */
export function failureStatus(code: AccountFailureCode): number {
  return statuses[code] ?? 422;
}
