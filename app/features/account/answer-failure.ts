import { data } from "react-router";
import type { AccountFailure, AccountFailureCode } from "./account-failure.ts";
import { failureStatus } from "./failure-status.ts";

interface RefusedForm {
  readonly code: AccountFailureCode;
  readonly retryAfterSeconds?: number;
}

/** An action's answer to a form that was not accepted, with the status that belongs to it. */
export function answerFailure({ code, retryAfterSeconds }: RefusedForm, email?: string) {
  const failure: AccountFailure = email === undefined ? { code } : { code, email };
  const headers =
    retryAfterSeconds === undefined ? undefined : { "Retry-After": String(retryAfterSeconds) };
  return data(failure, { status: failureStatus(code), headers });
}
