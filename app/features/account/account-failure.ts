import { data } from "react-router";
import type { AccountFormError } from "#domain/account/account-forms.ts";
import { passwordLength, specialCharacters } from "#domain/account/password-rules.ts";
import type { Translate } from "#domain/text/i18n.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";

/** Keys of the messages for a failed account form (docs/product#account-failures). */
export type AccountFailureCode =
  | AccountFormError
  | "error.usernotfound"
  | "error.wrongcode"
  | "error.signinexpired"
  | "error.signinagain"
  | "error.unconfirmed"
  | "error.disableduser"
  | "error.alreadyinuse"
  | "error.invalidemail"
  | "error.toomanyrequests"
  | "error.googleerror"
  | "error.googleclosed"
  | "error.signin"
  | "error.error"
  | "error.unavailable"
  | "error.password-reset-expired-or-invalid"
  | "password-reset-expired-or-invalid"
  | "unknown-error";

export interface AccountFailure {
  readonly code: AccountFailureCode;
  /** The typed address, so that a page without script keeps it. Passwords are never sent back. */
  readonly email?: string;
  /** Whether the terms were accepted, so that their box stays ticked. */
  readonly hasTerms?: true;
}

/** The message of a failure in the page's language, with the values of the rule that it names. */
export function failureText(t: Translate, code: AccountFailureCode): string {
  if (code === "error.googleclosed") return `${t("error.googleerror")} ${t(code)}`;
  return t(code, { ...passwordLength, characters: specialCharacters.join(" ") });
}

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
