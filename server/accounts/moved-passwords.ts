import { createCipheriv, createHash, scrypt, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import type { Database } from "#server/database/connect.ts";
import { openSecret, type Seal, sealSecret } from "./sealed-secret.ts";

/*
 * Passwords from a hosted provider whose hash is scrypt and then a cipher with a key of the whole project
 * (docs/product#old-passwords, docs/decisions/046).
 */

/** Hash parameters of a source. */
export interface MovedPasswordParameters {
  /** Secret of the source, which is needed to check a password. */
  readonly signerKey: Buffer;
  readonly saltSeparator: Buffer;
  /** Scrypt's block size, 1 to 8. */
  readonly rounds: number;
  /** Scrypt's cost, as a power of two, 1 to 14. */
  readonly memoryCost: number;
}

interface SealDeps {
  /** Database of the primary, for writes. */
  readonly database: Database;
  readonly authSecret: string;
}

/** Saves the parameters of a source, sealed; saved again, they are sealed with the current secret. */
export async function savePasswordParameters(
  { database, authSecret }: SealDeps,
  parameters: MovedPasswordParameters,
): Promise<number> {
  const text = JSON.stringify({
    ...{ signerKey: parameters.signerKey.toString("base64") },
    saltSeparator: parameters.saltSeparator.toString("base64"),
    rounds: parameters.rounds,
    memoryCost: parameters.memoryCost,
  });
  const digest = createHash("sha256").update(text).digest("base64url");
  const sealed = sealSecret(sealOf(authSecret, digest), Buffer.from(text));
  const { id } = await database
    .insertInto("moved_password_key")
    .values({ digest, sealed })
    .onConflict((conflict) => conflict.column("digest").doUpdateSet({ sealed }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The saved parameters; null without any, or where another `AUTH_SECRET` has sealed them. */
export async function findPasswordParameters(
  { database, authSecret }: SealDeps,
  id: number,
): Promise<MovedPasswordParameters | null> {
  const row = await database
    .selectFrom("moved_password_key")
    .select(["digest", "sealed"])
    .where("id", "=", id)
    .executeTakeFirst();
  const opened = row && openSecret(sealOf(authSecret, row.digest), row.sealed);
  return opened ? v.parse(savedParametersSchema, JSON.parse(opened.toString())) : null;
}

const bytes = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, "base64")),
);
const savedParametersSchema = v.object({
  signerKey: bytes,
  saltSeparator: bytes,
  rounds: v.number(),
  memoryCost: v.number(),
});

function sealOf(authSecret: string, digest: string): Seal {
  return { authSecret, purpose: "mosdo moved passwords", boundTo: digest };
}

/** Hash of a password at its source. */
export interface MovedHash {
  /** Id of the parameters. */
  readonly parametersId: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** The hash as text, in place of one of ours, which never begins so: `moved:1:salt:hash`. */
export function formatMovedHash({ parametersId, salt, hash }: MovedHash): string {
  return `moved:${parametersId}:${salt.toString("base64url")}:${hash.toString("base64url")}`;
}

/** Null for a hash of ours. */
export function parseMovedHash(text: string): MovedHash | null {
  const parts = /^moved:(\d{1,9}):([\w-]*):([\w-]+)$/.exec(text);
  if (!parts) return null;
  const [, id, salt, hash] = parts;
  return {
    parametersId: Number(id),
    salt: Buffer.from(salt, "base64url"),
    hash: Buffer.from(hash, "base64url"),
  };
}

/** Whether the hash is this password's. Takes up to 16 MB, and the same time for both results. */
export async function verifyMovedPassword(
  parameters: MovedPasswordParameters,
  { salt, hash }: MovedHash,
  password: string,
): Promise<boolean> {
  const derived = await computeMovedHash(parameters, salt, password);
  return derived.length === hash.length && timingSafeEqual(derived, hash);
}

const keyBytes = 64;
/** Length of the cipher's key in these bytes; the rest is not used. */
const cipherKeyBytes = 32;
const noIv = Buffer.alloc(16);

/** The source's hash: its signer key, encrypted with the key that scrypt derives from password and salt. */
export async function computeMovedHash(
  { signerKey, saltSeparator, rounds, memoryCost }: MovedPasswordParameters,
  salt: Buffer,
  password: string,
): Promise<Buffer> {
  const N = 2 ** memoryCost;
  const strength = { N, r: rounds, p: 1, maxmem: 2 * 128 * N * rounds };
  const key = await new Promise<Buffer>((resolve, reject) => {
    scrypt(password, Buffer.concat([salt, saltSeparator]), keyBytes, strength, (error, derived) =>
      error ? reject(error) : resolve(derived),
    );
  });
  const cipher = createCipheriv("aes-256-ctr", key.subarray(0, cipherKeyBytes), noIv);
  return Buffer.concat([cipher.update(signerKey), cipher.final()]);
}
