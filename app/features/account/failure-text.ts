import type { TFunction } from "i18next";
import { passwordLength, specialCharacters } from "#domain/password-rules.ts";
import type { AccountFailureCode } from "./account-failure.ts";

/** A failure in the reader's language, with the figures of the rule that it names. */
export function failureText(t: TFunction, code: AccountFailureCode): string {
  return t(code, { ...passwordLength, characters: specialCharacters.join(" ") });
}
