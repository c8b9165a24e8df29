import { spawnSync } from "node:child_process";
import { accessSync, chownSync, constants, mkdirSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Owned {
  /** Whether a missing folder is created, for the owner of the program's folder. */
  readonly isMade?: boolean;
  /** Paths that the command reads. */
  readonly reads?: readonly string[];
}

/**
 * Switches a command of root's to the owner of the folder that it writes to, the server's user: its
 * files are then the server's own (docs/operating-guide.md#commands-as-root). Does nothing for
 * other users, where root owns the folder, and where there is none.
 *
 * @throws where the owner may not read the command's input
 */
export function actAsOwner(directory: string, { isMade = false, reads = [] }: Owned = {}): void {
  if (process.getuid?.() !== 0) return;
  const found = statSync(directory, { throwIfNoEntry: false });
  const owner = found ?? (isMade ? make(directory) : null);
  if (owner === null || owner.uid === 0) return;
  takeGroups(owner);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
  const { name, home } = describeUser();
  leaveHome(process.env.HOME ?? "/root", home);
  for (const path of reads) {
    try {
      accessSync(path, constants.R_OK);
    } catch {
      throw new Error(
        `${path} cannot be read by ${name}, who owns ${directory}: the command goes on as that user.`,
      );
    }
  }
}

interface Ids {
  readonly uid: number;
  readonly gid: number;
}

function make(directory: string): Ids {
  const { uid, gid } = statSync(root);
  if (uid === 0) return { uid, gid };
  mkdirSync(directory, { recursive: true });
  chownSync(directory, uid, gid);
  return { uid, gid };
}

function takeGroups({ uid, gid }: Ids): void {
  // It fails for a user without a name on the machine.
  const { status, stdout } = spawnSync("id", ["-G", String(uid)], { encoding: "utf8" });
  const others = status === 0 ? stdout.trim().split(/\s+/).map(Number) : [];
  process.setgroups?.([...new Set([gid, ...others])]);
}

/** Root's home is closed to others: git and npm read settings and write files there. */
function leaveHome(former: string, home: string): void {
  for (const [variable, value] of Object.entries(process.env)) {
    // npm's own paths, from `npm run`.
    if (/^npm_config_/i.test(variable) && value?.startsWith(`${former}/`)) {
      delete process.env[variable];
    }
  }
  process.env.HOME = home;
}

function describeUser(): { name: string; home: string } {
  try {
    const { username, homedir } = userInfo();
    return { name: username, home: homedir };
  } catch {
    return { name: `user ${process.getuid?.()}`, home: root };
  }
}
