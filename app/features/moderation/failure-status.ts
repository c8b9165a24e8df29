import type { ModerationFailureCode } from "./moderation-answer.ts";

const statuses: Record<ModerationFailureCode, number> = {
  "error.signin": 401,
  "error.forbidden": 403,
  "error.notfound": 404,
  "error.duplicate": 409,
  "error.parameter": 422,
  "error.toomanyrequests": 429,
  "error.error": 500,
  "error.unavailable": 503,
};

/** The HTTP status of an answer that shows the failure. */
export function failureStatus(code: ModerationFailureCode): number {
  return statuses[code];
}
