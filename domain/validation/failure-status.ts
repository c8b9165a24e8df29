/**
 * HTTP status of each failure code: the one table of the API, the pages and the sign-in calls
 * (docs/product#failures-of-the-api). A failure is something that did not happen.
 */
const failureStatuses = {
  "error.signin": 401,
  "error.usernotfound": 401,
  "error.wrongpassword": 401,
  "error.secondfactor": 401,
  "error.wrongcode": 401,
  "error.forbidden": 403,
  "error.signinagain": 403,
  "error.disableduser": 403,
  "error.notfound": 404,
  "error.method": 405,
  "error.duplicate": 409,
  "error.conflict": 409,
  "error.settled": 409,
  "error.alreadyinuse": 409,
  "error.unconfirmed": 409,
  "error.signinexpired": 410,
  "error.toofarback": 410,
  "error.password-reset-expired-or-invalid": 410,
  "password-reset-expired-or-invalid": 410,
  "error.toolarge": 413,
  "error.precondition": 428,
  "error.limit": 429,
  "error.toomanyrequests": 429,
  "error.error": 500,
  "unknown-error": 500,
  "error.googleerror": 502,
  "error.unavailable": 503,
  "addPlace.unsaved": 503,
  "edit.unsaved": 503,
} as const satisfies Record<string, number>;

/** Status of a validation error: an invalid field or parameter. */
const invalidStatus = 422;

/** Statuses of failures and validation errors. */
export type FailureStatus =
  | (typeof failureStatuses)[keyof typeof failureStatuses]
  | typeof invalidStatus;

const statuses: Readonly<Record<string, FailureStatus | undefined>> = failureStatuses;

/** HTTP status of a code; 422 for codes that are not in the table: those of validation errors. */
export function failureStatus(code: string): FailureStatus {
  return statuses[code] ?? invalidStatus;
}
