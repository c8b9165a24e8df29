import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
