import * as v from "valibot";
import { instantSchema } from "#domain/validation/instant-schema.ts";

/** Time step of a code of TOTP, the time-based one-time password (RFC 6238). */
const codeStepMs = 30_000;

/** Number of the time step of an instant, from which TOTP codes are computed (RFC 6238, 4.2). */
export function codeStepAt(instant: Date): number {
  return Math.floor(instant.getTime() / codeStepMs);
}

/**
 * Time steps whose codes are accepted at an instant: its own, and one on either side, for clock differences and
 * the time of typing.
 */
export function acceptedSteps(instant: Date): readonly number[] {
  const step = codeStepAt(instant);
  return [step - 1, step, step + 1];
}

/** Whether a text is a TOTP secret in the form for typing: 160 bits in Base32 (RFC 4648). */
export function isAppSecret(text: string): boolean {
  return /^[A-Z2-7]{32}$/.test(text);
}

/**
 * `otpauth:` URL of a secret for authenticator apps, for a QR code or a link.
 *
 * @param email names the account in the app
 * @param siteName the operator's name for the product, which the app shows
 */
export function otpauthUrlOf(secret: string, email: string, siteName: string | null): string {
  const issuer = encodeURIComponent(siteName ?? "Mosdó");
  const account = `${issuer}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${account}?secret=${secret}&issuer=${issuer}&digits=6&period=30`;
}

/** Number of recovery codes in a set. */
export const recoveryCodeCount = 10;

/** Characters of a recovery code: 80 bits in Crockford's Base32, which has no I, L, O or U. */
export const recoveryCodeLength = 16;
export const recoveryCodeAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Typed code, normalized for comparison. */
export type TypedCode =
  | { readonly kind: "app"; readonly code: string }
  | { readonly kind: "recovery"; readonly code: string };

/**
 * Parses a typed code (docs/product#codes): six digits of an app, or a recovery code, in which letter case, spaces
 * and hyphens are ignored, and letters outside its alphabet count as the digits that they resemble. Null for any
 * other text, which cannot be right.
 */
export function parseTypedCode(text: string): TypedCode | null {
  const code = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, "");
  if (/^\d{6}$/.test(code)) return { kind: "app", code };
  const recovery = code.replaceAll("o", "0").replace(/[il]/g, "1");
  const isRecovery = new RegExp(`^[${recoveryCodeAlphabet}]{${recoveryCodeLength}}$`);
  return isRecovery.test(recovery) ? { kind: "recovery", code: recovery } : null;
}

/** A text in groups of four characters, which are easier to read and type. */
export function inGroupsOfFour(text: string, between: string): string {
  return (text.match(/.{1,4}/g) ?? []).join(between);
}

/** Second factor of an account, for its page and the API (docs/product#second-factor). */
export const secondFactorSchema = /* @__PURE__ */ (() =>
  v.object({
    since: v.pipe(
      v.nullable(instantSchema),
      v.description("time at which it was turned on; null while it is off"),
    ),
    recovery_codes_left: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }))();

export type SecondFactor = v.InferOutput<typeof secondFactorSchema>;

/** Body of the request that completes a sign-in with a code. */
export const signInCodeSchema = /* @__PURE__ */ (() =>
  v.object({
    code: v.pipe(
      v.string(),
      v.maxLength(100),
      v.description("six digits of the app, or a recovery code"),
    ),
  }))();
