/**
 * Why an identity call failed: the keys of the error catalogue (specification, section 8), which
 * are translation keys at the same time.
 */
export type IdentityErrorCode =
  | "error.characters"
  | "error.lowercase"
  | "error.uppercase"
  | "error.number"
  | "error.special"
  | "error.usernotfound"
  | "error.wrongpassword"
  | "error.disableduser"
  | "error.alreadyinuse"
  | "error.invalidemail"
  | "error.emptyemail"
  | "error.toomanyrequests"
  | "error.googleerror"
  | "error.signin"
  | "error.error"
  /** A code check that failed; with its prefix, as section 8 has it. */
  | "error.password-reset-expired-or-invalid"
  /** Confirming a reset; without the prefix, as section 8 has it. */
  | "password-reset-expired-or-invalid"
  | "password-reset-weak-password"
  | "unknown-error";
