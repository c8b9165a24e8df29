/**
 * Why an identity call failed: the keys of docs/product#account-failures, which
 * are translation keys at the same time. The code of a failed code check has its prefix and that
 * of a failed confirmation has none, as that rule has them.
 */
export const identityErrorCodes = [
  "error.characters",
  "error.lowercase",
  "error.uppercase",
  "error.number",
  "error.special",
  "error.usernotfound",
  "error.wrongpassword",
  "error.disableduser",
  "error.alreadyinuse",
  "error.invalidemail",
  "error.emptyemail",
  "error.toomanyrequests",
  "error.googleerror",
  "error.signin",
  "error.error",
  "error.unavailable",
  "error.password-reset-expired-or-invalid",
  "password-reset-expired-or-invalid",
  "password-reset-weak-password",
  "unknown-error",
] as const;

export type IdentityErrorCode = (typeof identityErrorCodes)[number];
