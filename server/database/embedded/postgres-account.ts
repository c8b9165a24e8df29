import { spawnSync } from "node:child_process";
import { chmodSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseUnusable } from "#server/database/database-errors.ts";
import type { PostgresPaths } from "./postgres-paths.ts";

/**
 * System user of PostgreSQL. It refuses to run as root, so a server of root runs it as another user, or as root in a
 * user namespace where it appears as another.
 */
export type PostgresAccount =
  | { readonly kind: "same" }
  | { readonly kind: "other"; readonly uid: number; readonly gid: number }
  | { readonly kind: "namespace"; readonly uid: number };

/** Command line and spawn options that run `command` as `account`, in an environment of its own. */
export function commandAs(account: PostgresAccount, command: string, args: readonly string[]) {
  const env = postgresEnvironment();
  switch (account.kind) {
    case "same":
      return { command, args, options: { env } };
    case "other":
      return { command, args, options: { env, uid: account.uid, gid: account.gid } };
    case "namespace": {
      const unshareArgs = ["--user", `--map-user=${account.uid}`, "--", command, ...args];
      return { command: "unshare", args: unshareArgs, options: { env } };
    }
  }
}

/**
 * Environment of PostgreSQL's programs. Every program of their user can read it (`/proc/PID/environ`), and ours
 * contains secrets; nor can a stray `PGDATA` or locale of ours change their behaviour.
 */
function postgresEnvironment(): NodeJS.ProcessEnv {
  // Paths of the system's programs and libraries, which are not in the usual folders on NixOS, for
  // example.
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return {
    ...(PATH !== undefined && { PATH }),
    ...(LD_LIBRARY_PATH !== undefined && { LD_LIBRARY_PATH }),
    LC_ALL: "C",
    TZ: "UTC",
  };
}

/**
 * Account that a folder is lent to: its owner, where we are root and the owner is another user, with whose permissions
 * root acts there. Null for a folder of our own, and for a missing one.
 */
export function borrowerOf(folder: string): (PostgresAccount & { kind: "other" }) | null {
  if (process.getuid?.() !== 0) return null;
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found || found.uid === 0) return null;
  return { kind: "other", uid: found.uid, gid: found.gid };
}

/**
 * Chooses the account and makes it the owner of an existing cluster, which must not be in use. One that belongs to an
 * ordinary user keeps its owner. A new one is lent to `nobody`; where `nobody` cannot reach it or the programs (a
 * private parent folder), root keeps it and uses a user namespace.
 *
 * @throws DatabaseUnusable where no account can reach both.
 */
export function choosePostgresAccount(paths: PostgresPaths, postgresPath: string): PostgresAccount {
  const { root, cluster } = paths;
  if (process.getuid?.() === 0) restoreOwnership(root);
  for (const account of possibleAccounts(paths)) {
    if (!canReach(account, dirname(root), postgresPath)) continue;
    allowTraversal(root, account);
    lend(cluster, account);
    return account;
  }
  throw new DatabaseUnusable(
    process.getuid?.() === 0
      ? `PostgreSQL refuses to run as root, and no other user can reach both ${root} and ${postgresPath}: start as an ordinary user, move both out of private folders, or set DATABASE_URL.`
      : `The embedded PostgreSQL in ${postgresPath} does not run on this machine: set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function possibleAccounts({ root, cluster }: PostgresPaths): PostgresAccount[] {
  if (process.getuid?.() !== 0) return [{ kind: "same" }];
  const nobody = findNobody();
  const namespace: PostgresAccount = { kind: "namespace", uid: nobody.uid };
  const found = lstatSync(cluster, { throwIfNoEntry: false });
  const owner = borrowerOf(cluster) ?? borrowerOf(root);
  if (owner && found?.isSymbolicLink()) {
    throw new DatabaseUnusable(
      `${cluster} is a link that another user than root has made: replace it by the folder itself.`,
    );
  }
  if (owner) return [owner, namespace];
  const lent: PostgresAccount = { kind: "other", ...nobody };
  return found ? [namespace, lent] : [lent, namespace];
}

/**
 * Makes root the owner of the folder around the cluster where earlier versions lent it to `nobody` as a whole. In a
 * data directory of its own, `nobody` is an ordinary user.
 */
function restoreOwnership(root: string): void {
  const { uid } = findNobody();
  if (lstatSync(root).uid !== uid || statSync(dirname(root)).uid === uid) return;
  lchownSync(root, 0, 0);
}

/** Allows the account to traverse root's folder to its own, and closes it to other accounts. */
function allowTraversal(root: string, account: PostgresAccount): void {
  if (account.kind === "same" || borrowerOf(root)) return;
  chmodSync(root, account.kind === "other" ? 0o711 : 0o700);
}

/** Finds the user `nobody`, else the system's last user: PostgreSQL looks its user up by name. */
function findNobody(): { uid: number; gid: number } {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.uid > 0);
  const user = users.find(({ name }) => name === "nobody") ?? users.at(-1);
  if (!user) {
    throw new DatabaseUnusable(
      "PostgreSQL refuses to run as root, and this system has no other user: set DATABASE_URL.",
    );
  }
  return { uid: user.uid, gid: user.gid };
}

/**
 * Makes the account the owner of the cluster's files, except those with a second name (hard link): PostgreSQL creates
 * none, and the other name may be anywhere.
 */
function lend(cluster: string, account: PostgresAccount): void {
  const found = lstatSync(cluster, { throwIfNoEntry: false });
  const owner = account.kind === "other" ? account : { uid: 0, gid: 0 };
  if (!found || account.kind === "same" || found.uid === owner.uid) return;
  for (const name of readdirSync(cluster, { recursive: true, encoding: "utf8" })) {
    const path = join(cluster, name);
    const file = lstatSync(path);
    if (file.isDirectory() || file.nlink === 1) lchownSync(path, owner.uid, owner.gid);
  }
  lchownSync(cluster, owner.uid, owner.gid);
}

function canReach(account: PostgresAccount, directory: string, postgresPath: string): boolean {
  const script = '"$0" --version && cd "$1"';
  const shell = commandAs(account, "/bin/sh", ["-c", script, postgresPath, directory]);
  return spawnSync(shell.command, shell.args, { ...shell.options, cwd: "/" }).status === 0;
}
