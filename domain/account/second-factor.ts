import * as v from "valibot";
import { instantSchema } from "#domain/validation/instant-schema.ts";

/** Time for which an app shows a code (RFC 6238). */
const codeStepMs = 30_000;

/** Number of the time step that an instant is in, by which codes are made (RFC 6238, 4.2). */
export function codeStepAt(instant: Date): number {
  return Math.floor(instant.getTime() / codeStepMs);
}

/**
 * Steps whose codes are taken at an instant: its own, and one to either side for clocks that differ and for
 * the time of typing.
 */
export function takenSteps(instant: Date): readonly number[] {
  const step = codeStepAt(instant);
  return [step - 1, step, step + 1];
}

/** Secret of an app, as it is typed by hand: 160 bits in Base32 (RFC 4648). */
export function isAppSecret(text: string): boolean {
  return /^[A-Z2-7]{32}$/.test(text);
}

/**
 * Address by which apps take a secret, from a QR code or a link.
 *
 * @param email names the account in the app
 * @param siteName the operator's name for the product, which the app shows
 */
export function appAddressOf(secret: string, email: string, siteName: string | null): string {
  const issuer = encodeURIComponent(siteName ?? "Mosdó");
  const account = `${issuer}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${account}?secret=${secret}&issuer=${issuer}&digits=6&period=30`;
}

/** Number of recovery codes that an account gets at a time. */
export const recoveryCodeCount = 10;

/** Characters of a recovery code: 80 bits in Crockford's Base32, which has no I, L, O or U. */
export const recoveryCodeLength = 16;
export const recoveryCodeAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Code of either kind, in the form in which it is compared. */
export type TypedCode =
  | { readonly kind: "app"; readonly code: string }
  | { readonly kind: "recovery"; readonly code: string };

/**
 * Reads a typed code (docs/product#codes): six digits of an app, or a recovery code, in which case, spaces and
 * hyphens do not count and the letters that it does not have stand for the digits that they look like.
 * Null for anything else, which cannot be right.
 */
export function readTypedCode(text: string): TypedCode | null {
  const code = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, "");
  if (/^\d{6}$/.test(code)) return { kind: "app", code };
  const recovery = code.replaceAll("o", "0").replace(/[il]/g, "1");
  const isRecovery = new RegExp(`^[${recoveryCodeAlphabet}]{${recoveryCodeLength}}$`);
  return isRecovery.test(recovery) ? { kind: "recovery", code: recovery } : null;
}

/** A text in groups of four characters, as it is read and typed more easily. */
export function inGroupsOfFour(text: string, between: string): string {
  return (text.match(/.{1,4}/g) ?? []).join(between);
}

/** Second factor of an account, as its page and the API show it (docs/product#second-factor). */
export const secondFactorSchema = /* @__PURE__ */ (() =>
  v.object({
    since: v.pipe(
      v.nullable(instantSchema),
      v.description("time at which it was turned on; null while it is off"),
    ),
    recovery_codes_left: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }))();

export type SecondFactor = v.InferOutput<typeof secondFactorSchema>;

/** The code that ends a sign-in, as the API takes it. */
export const signInCodeSchema = /* @__PURE__ */ (() =>
  v.object({
    code: v.pipe(
      v.string(),
      v.maxLength(100),
      v.description("six digits of the app, or a recovery code"),
    ),
  }))();
