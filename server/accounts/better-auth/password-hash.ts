import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** OWASP's strength for scrypt: 32 MB and some 80 ms of one core for each guess. */
const strength: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const keyBytes = 64;
const saltBytes = 16;

/**
 * So many hashes are computed at once, and the others wait: Node has four threads for them, and
 * files and host names need some of the same.
 */
const maxParallel = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** A salted hash of the password, as text: `salt:key`, both in hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes).toString("hex");
  return `${salt}:${(await deriveKey(password, salt)).toString("hex")}`;
}

/** Whether the hash is this password's; takes as long whatever the answer. */
export async function verifyPassword(input: { hash: string; password: string }): Promise<boolean> {
  const [salt, key = ""] = input.hash.split(":");
  const derived = await deriveKey(input.password, salt);
  const expected = Buffer.from(key, "hex");
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** The password in one of its Unicode forms, so that it does not matter how a keyboard composes it. */
async function deriveKey(password: string, salt: string): Promise<Buffer> {
  while (running >= maxParallel) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await new Promise((resolve, reject) => {
      scrypt(password.normalize("NFKC"), salt, keyBytes, strength, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  } finally {
    running--;
    waiting.shift()?.();
  }
}
