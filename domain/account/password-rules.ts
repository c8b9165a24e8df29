/** Minimum and maximum length of a password in code points (docs/product#password-rules). */
export const passwordLength = { min: 8, max: 20 } as const;

/** Special characters, of which a password needs at least one (docs/product#password-rules). */
export const specialCharacters = [..."!?.,€@#$%^&*-:"] as const;

/**
 * Common passwords, in lower case, that pass the other rules. Of the 49,000 stolen passwords in
 * `@zxcvbn-ts/language-common` (MIT) 4.1 the other rules refuse all but these.
 */
const commonPasswords: ReadonlySet<string> = new Set([
  ...["p@ssw0rd", "pa$$w0rd", "!qaz2wsx", "1qaz!qaz", "1qaz@wsx", "!qazxsw2", "zaq!2wsx"],
  ...["l58jkdjp!", "p030710p$e4o", "%e2%82%ac", "nick1234-rem936", "ncc-1701"],
]);

/** First rule that a new password breaks, with the values for its message. */
export type PasswordError =
  | { readonly code: "error.characters"; readonly min: number; readonly max: number }
  | { readonly code: "error.lowercase" | "error.uppercase" | "error.number" }
  | { readonly code: "error.common" }
  | { readonly code: "error.special"; readonly characters: string };

/**
 * Checks a new password, at registration, reset or change; null for a valid one.
 *
 * The rules run in the order of docs/product#password-rules, and the first broken one is returned. Length is in
 * code points; letters and digits are Unicode's: `á` is a lowercase letter, `٣` a digit.
 */
export function checkNewPassword(password: string): PasswordError | null {
  const { min, max } = passwordLength;
  const length = [...password].length;
  if (length < min || length > max) return { code: "error.characters", min, max };
  if (!/\p{Ll}/u.test(password)) return { code: "error.lowercase" };
  if (!/\p{Lu}/u.test(password)) return { code: "error.uppercase" };
  if (!/\p{Nd}/u.test(password)) return { code: "error.number" };
  if (!specialCharacters.some((character) => password.includes(character))) {
    return { code: "error.special", characters: specialCharacters.join(" ") };
  }
  if (commonPasswords.has(password.toLowerCase())) return { code: "error.common" };
  return null;
}

/** First rule that a new password after a reset link breaks. */
type ResetPasswordError =
  | Exclude<PasswordError, { code: "error.common" }>
  | { readonly code: "password-reset-weak-password" };

/**
 * Checks a new password after a reset link like any other, but for the code of a common one, which has a key
 * of its own there (docs/product#account-failures).
 */
export function checkResetPassword(password: string): ResetPasswordError | null {
  const error = checkNewPassword(password);
  return error?.code === "error.common" ? { code: "password-reset-weak-password" } : error;
}

/** Checks that both typed passwords are the same (docs/product#registration); null where they are. */
export function checkConfirmation(
  password: string,
  confirmation: string,
): { readonly code: "error.samepassword" } | null {
  return password === confirmation ? null : { code: "error.samepassword" };
}
