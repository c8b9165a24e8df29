import { spawnSync } from "node:child_process";
import { lchownSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseUnavailable } from "../database-unavailable.ts";

/**
 * As whom PostgreSQL runs. It refuses to run as root, so a server started by root runs it as
 * another user of the system, or as root that a user namespace shows as another user.
 */
export type PostgresAccount =
  | { readonly kind: "same" }
  | { readonly kind: "other"; readonly uid: number; readonly gid: number }
  | { readonly kind: "namespace"; readonly uid: number };

/** The command line and spawn options that run `command` as `account`. */
export function commandAs(account: PostgresAccount, command: string, args: readonly string[]) {
  switch (account.kind) {
    case "same":
      return { command, args, options: {} };
    case "other":
      return { command, args, options: { uid: account.uid, gid: account.gid } };
    case "namespace": {
      const unshareArgs = ["--user", `--map-user=${account.uid}`, "--", command, ...args];
      return { command: "unshare", args: unshareArgs, options: {} };
    }
  }
}

/**
 * Chooses the account and makes it the owner of `directory`, which exists, holds everything that
 * PostgreSQL writes, and is not in use. A directory that already belongs to an ordinary user keeps
 * its owner. A new one is lent to `nobody`; where `nobody` cannot reach it or the programs (a
 * private parent folder, such as root's home), root keeps it and a user namespace helps.
 *
 * @throws DatabaseUnavailable where no account can reach both.
 */
export function choosePostgresAccount(directory: string, postgresPath: string): PostgresAccount {
  for (const account of possibleAccounts(directory)) {
    if (!canReach(account, dirname(directory), postgresPath)) continue;
    giveDirectory(directory, account);
    return account;
  }
  throw new DatabaseUnavailable(
    process.getuid?.() === 0
      ? `PostgreSQL refuses to run as root, and no other user can reach both ${directory} and ${postgresPath}: start as an ordinary user, move both out of private folders, or set DATABASE_URL.`
      : `The embedded PostgreSQL in ${postgresPath} does not run on this machine: set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function possibleAccounts(directory: string): PostgresAccount[] {
  if (process.getuid?.() !== 0) return [{ kind: "same" }];
  const nobody = findNobody();
  const owner = statSync(directory);
  const namespace: PostgresAccount = { kind: "namespace", uid: nobody.uid };
  if (owner.uid !== 0) return [{ kind: "other", uid: owner.uid, gid: owner.gid }, namespace];
  const lent: PostgresAccount = { kind: "other", ...nobody };
  return readdirSync(directory).length === 0 ? [lent, namespace] : [namespace, lent];
}

/** PostgreSQL looks its user up by name, so the user must be one that the system knows. */
function findNobody(): { uid: number; gid: number } {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.uid > 0);
  const user = users.find(({ name }) => name === "nobody") ?? users.at(-1);
  if (!user) {
    throw new DatabaseUnavailable(
      "PostgreSQL refuses to run as root, and this system has no other user: set DATABASE_URL.",
    );
  }
  return { uid: user.uid, gid: user.gid };
}

function giveDirectory(directory: string, account: PostgresAccount): void {
  if (account.kind === "same") return;
  const owner = account.kind === "other" ? account : { uid: 0, gid: 0 };
  if (statSync(directory).uid === owner.uid) return;
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(directory, name), owner.uid, owner.gid);
  }
  lchownSync(directory, owner.uid, owner.gid);
}

function canReach(account: PostgresAccount, directory: string, postgresPath: string): boolean {
  const script = '"$0" --version && cd "$1"';
  const shell = commandAs(account, "/bin/sh", ["-c", script, postgresPath, directory]);
  return spawnSync(shell.command, shell.args, { ...shell.options, cwd: "/" }).status === 0;
}
