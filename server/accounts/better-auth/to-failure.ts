import type { IdentityFailure } from "#server/accounts/identity.ts";
import {
  type IdentityErrorCode,
  identityErrorCodes,
} from "#server/accounts/identity-error-code.ts";
import type { AuthAnswer } from "./call-auth.ts";

/**
 * The code of a failed call of the sign-in library (docs/product#account-failures): our own codes pass
 * as they are, the library's are looked up in `codes`, and any other is `error.error`.
 */
export function toFailure(
  { body, retryAfterSeconds }: AuthAnswer,
  codes: Readonly<Record<string, IdentityErrorCode>>,
): IdentityFailure {
  const given = body?.code ?? "";
  const own = identityErrorCodes.find((code) => code === given);
  const code = own ?? (Object.hasOwn(codes, given) ? codes[given] : "error.error");
  return { ok: false, code, ...(retryAfterSeconds !== null && { retryAfterSeconds }) };
}
