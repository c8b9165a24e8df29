/** Fewest and most code points of a password (docs/product#password-rules). */
export const passwordLength = { min: 8, max: 20 } as const;

/** A password needs at least one of these (docs/product#password-rules). */
export const specialCharacters = [..."!?.,€@#$%^&*-:"] as const;

/** The first rule that a new password breaks, with what its message names. */
export type PasswordFault =
  | { readonly code: "error.characters"; readonly min: number; readonly max: number }
  | { readonly code: "error.lowercase" | "error.uppercase" | "error.number" }
  | { readonly code: "error.special"; readonly characters: string };

/**
 * Checks a password that someone chooses, at registration, reset or change; null when it is good.
 *
 * The rules run in the order of docs/product#password-rules and the first failure is told. Length
 * counts code points, letters and digits are Unicode's: `á` is a lowercase letter, `٣` a digit.
 */
export function checkNewPassword(password: string): PasswordFault | null {
  const { min, max } = passwordLength;
  const length = [...password].length;
  if (length < min || length > max) return { code: "error.characters", min, max };
  if (!/\p{Ll}/u.test(password)) return { code: "error.lowercase" };
  if (!/\p{Lu}/u.test(password)) return { code: "error.uppercase" };
  if (!/\p{Nd}/u.test(password)) return { code: "error.number" };
  if (!specialCharacters.some((character) => password.includes(character))) {
    return { code: "error.special", characters: specialCharacters.join(" ") };
  }
  return null;
}

/** Whether the password was typed the same way twice (docs/product#registration); null when it was. */
export function checkConfirmation(
  password: string,
  confirmation: string,
): { readonly code: "error.samepassword" } | null {
  return password === confirmation ? null : { code: "error.samepassword" };
}
