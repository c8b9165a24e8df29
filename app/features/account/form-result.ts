import { data } from "react-router";
import { failureStatus } from "#domain/validation/failure-status.ts";
import type { AccountFailure, AccountFailureCode } from "./account-failure.ts";

interface RefusedForm {
  readonly code: AccountFailureCode;
  readonly retryAfterSeconds?: number;
}

/** Response of an action to a failed form, with its status. @param hasTerms whether the terms were accepted */
export function formFailure(
  { code, retryAfterSeconds }: RefusedForm,
  email?: string,
  hasTerms = false,
) {
  const failure: AccountFailure = {
    code,
    ...(email !== undefined && { email }),
    ...(hasTerms && { hasTerms }),
  };
  return data(failure, {
    status: failureStatus(code),
    headers: retryAfterHeaders(retryAfterSeconds),
  });
}

/** Header that says when to try again; none where that is not known. */
export function retryAfterHeaders(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { "Retry-After": String(seconds) };
}

/** Headers that give the browser its new session, or take the old one away. */
export function cookieHeaders(setCookies: readonly string[]): Headers {
  const headers = new Headers();
  for (const cookie of setCookies) headers.append("Set-Cookie", cookie);
  return headers;
}
