import { createHmac } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { codeStepAt } from "#domain/account/second-factor.ts";
import { testNow } from "#tests/support/test-clock.ts";

/**
 * Code that an authenticator app shows for a secret in Base32, computed here by RFC 4226 and not by the library
 * that the server has.
 *
 * @param stepOffset of the code's time step from that of `instant`
 */
export function appCode(secret: string, instant = testNow(), stepOffset = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(codeStepAt(instant) + stepOffset));
  const digest = createHmac("sha1", base32.decode(secret.replaceAll(" ", "")))
    .update(counter)
    .digest();
  const offset = digest[digest.length - 1] & 15;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, "0");
}

/** A code that is none of those which are taken at an instant. */
export function wrongCode(secret: string, instant = testNow()): string {
  const right = [-1, 0, 1].map((away) => appCode(secret, instant, away));
  const code = ["000000", "111111", "222222", "333333"].find((known) => !right.includes(known));
  if (code === undefined) throw new Error("four different codes of three");
  return code;
}
