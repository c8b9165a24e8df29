import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { TooBusy, TurnQueue } from "#server/turns/turn-queue.ts";
import { authFailure } from "./auth-failure.ts";

/** OWASP's strength for scrypt: 32 MB and some 80 ms of one core for each guess. */
const strength: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const keyBytes = 64;
const saltBytes = 16;

/**
 * Queue of hashes, of which two are computed at once: Node has four threads for them, which file
 * access and host name look-ups use too. A full queue takes two or three seconds; each hash takes
 * 32 MB while it is computed.
 */
const turns = new TurnQueue({ task: "passwords", atOnce: 2, waiting: 50, waitMs: 5_000 });

/**
 * A salted hash of the password, as text: `salt:key`, both in hexadecimal.
 *
 * @throws {APIError} 503 with `Retry-After` where too many passwords wait already
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes).toString("hex");
  return `${salt}:${(await deriveKey(password, salt)).toString("hex")}`;
}

/**
 * Whether the hash is this password's; takes the same time for both answers.
 *
 * @throws {APIError} 503 with `Retry-After` where too many passwords wait already
 */
export async function verifyPassword(input: { hash: string; password: string }): Promise<boolean> {
  const [salt, key = ""] = input.hash.split(":");
  const derived = await deriveKey(input.password, salt);
  const expected = Buffer.from(key, "hex");
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** The password in one of its Unicode forms, so that it does not matter how a keyboard composes it. */
async function deriveKey(password: string, salt: string): Promise<Buffer> {
  const derive = () =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(password.normalize("NFKC"), salt, keyBytes, strength, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  try {
    return await turns.run(derive);
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error;
    throw authFailure("error.unavailable", { "Retry-After": String(error.retryAfterSeconds) });
  }
}
