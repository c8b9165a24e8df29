import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import {
  findPasswordParameters,
  parseMovedHash,
  verifyMovedPassword,
} from "#server/accounts/moved-passwords.ts";
import {
  ConcurrencyLimiter,
  isOverloaded,
  withoutTurn,
} from "#server/concurrency/concurrency-limiter.ts";
import type { Database } from "#server/database/connect.ts";
import { authFailure } from "./auth-failure.ts";
import { currentCaller } from "./call-auth.ts";

/** OWASP's strength for scrypt: 32 MB and some 80 ms of one core for each guess. */
const strength: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const keyBytes = 64;
const saltBytes = 16;

/**
 * Queue of hashes, of which two are computed at once: Node has four threads for them, files and host names. A full
 * queue of one priority takes two or three seconds; each hash 32 MB. Who is known comes first ({@link currentCaller}).
 */
const limiter = new ConcurrencyLimiter({
  task: "passwords",
  maxRunning: 2,
  maxQueued: 50,
  maxWaitMs: 5_000,
});

/**
 * A salted hash of the password, as text: `salt:key`, both in hexadecimal.
 *
 * @throws {APIError} 503 with `Retry-After` where the queue is full
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes).toString("hex");
  return `${salt}:${(await deriveKey(password, salt)).toString("hex")}`;
}

/**
 * Whether the hash is this password's; takes the same time for both results.
 *
 * @throws {APIError} 503 with `Retry-After` where the queue is full
 */
export async function verifyPassword(input: { hash: string; password: string }): Promise<boolean> {
  const [salt, key = ""] = input.hash.split(":");
  const derived = await deriveKey(input.password, salt);
  const expected = Buffer.from(key, "hex");
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

interface PasswordCheckDeps {
  /** Database of the primary, for writes. */
  readonly database: Database;
  readonly authSecret: string;
  readonly log: { error(details: object, message: string): void };
}

/**
 * Check of a stored hash, ours or that of another installation. The first correct password replaces the latter's hash
 * by one of ours (docs/product#old-passwords); a password that was set meanwhile stays.
 */
export function createPasswordCheck({ database, authSecret, log }: PasswordCheckDeps) {
  return async (input: { hash: string; password: string }): Promise<boolean> => {
    const { hash, password } = input;
    const moved = parseMovedHash(hash);
    if (moved === null) return verifyPassword(input);
    // Outside the limit: a slow database must not delay the hashes of others.
    const parameters = await findPasswordParameters({ database, authSecret }, moved.parametersId);
    if (parameters === null) {
      const message = "the key of old passwords was sealed with another AUTH_SECRET";
      log.error({ key: moved.parametersId }, `${message}: import the users again`);
    }
    const isMatch =
      parameters !== null &&
      (await limited(() => verifyMovedPassword(parameters, moved, password)));
    // Also for a wrong password, which must take the same time.
    const own = await hashPassword(password);
    if (!isMatch) return false;
    await database
      .updateTable("sign_in_method")
      .set({ password: own, updated_at: new Date() })
      .where("provider", "=", "credential")
      .where("password", "=", hash)
      .execute();
    return true;
  };
}

/** The password in one Unicode normalization form, so that it does not matter how a keyboard composes it. */
function deriveKey(password: string, salt: string): Promise<Buffer> {
  return limited(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize("NFKC"), salt, keyBytes, strength, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}

async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await withoutTurn(() => limiter.run(work, currentCaller()));
  } catch (error) {
    if (!isOverloaded(error)) throw error;
    throw authFailure("error.unavailable", { "Retry-After": String(error.retryAfterSeconds) });
  }
}
