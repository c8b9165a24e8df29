import { createHmac, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BaseLogger } from "pino";
import type { Database } from "#server/database/connect.ts";

/** Path of the file with the generated secret. */
export function authSecretPath(dataDirectory: string): string {
  return join(dataDirectory, "auth-secret");
}

/**
 * Secret that signs sessions, where the operator has set none: created once and stored in the data directory, readable
 * for its owner only. Where two processes create it at once, both use the first one.
 */
export function findOrMakeAuthSecret(dataDirectory: string): string {
  const path = authSecretPath(dataDirectory);
  return readSecret(path) ?? makeSecret(dataDirectory, path);
}

function readSecret(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function makeSecret(dataDirectory: string, path: string): string {
  mkdirSync(dataDirectory, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  try {
    // A hard link, unlike a rename, never replaces the secret that another process has just made.
    linkSync(unfinished, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(unfinished);
  }
  return readFileSync(path, "utf8").trim();
}

/**
 * Records a digest of the secret with which this server signs sessions, and warns where the server that started last on
 * the database has another one: each would refuse the sessions of the other.
 */
export async function recordAuthSecret(
  { database, log }: { database: Database; log: Pick<BaseLogger, "warn"> },
  secret: string,
): Promise<void> {
  const digest = createHmac("sha256", secret).update("the secret of sessions").digest("base64url");
  const found = await database.selectFrom("auth_secret_mark").select("digest").executeTakeFirst();
  if (found?.digest === digest) return;
  await database
    .insertInto("auth_secret_mark")
    .values({ digest })
    .onConflict((conflict) => conflict.column("only_one").doUpdateSet({ digest }))
    .execute();
  if (!found) return;
  log.warn(
    "the secret of sessions is not that of the server that started last on this database: sessions of either are refused by the other, so give all servers the same AUTH_SECRET; after a change on purpose everyone signs in again",
  );
}
