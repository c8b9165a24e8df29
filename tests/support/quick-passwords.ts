import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";

/*
 * Passwords of integration and end-to-end tests. Preloaded into a process that has `quickPasswords` in its environment, this file
 * lowers the cost of the product's hash, 80 ms of a processor each, which a run of all tests would pay four hundred
 * times. The hash itself has its tests in `password-hash.test.ts`, which run without it.
 */

/** Environment of the processes, which all have it or none: a hash is verified at the cost that it was made with. */
export const quickPasswords = { MOSDO_QUICK_PASSWORDS: "1" };

/** Cost of the product's hash; those that people bring from elsewhere stay as they are. */
const ownCost = { N: 16_384, r: 16 };

// Threads hash no passwords; to load the module takes a fifth of their start.
if (isMainThread) lowerCost(process.getBuiltinModule("node:crypto"));

function lowerCost(crypto: typeof import("node:crypto")): void {
  const { scrypt } = crypto;
  if ("isQuick" in scrypt) return;
  const quick = ((password, salt, length, options, done) => {
    const isOwn = options.N === ownCost.N && options.r === ownCost.r;
    const isQuick = isOwn && process.env.MOSDO_QUICK_PASSWORDS !== undefined;
    scrypt(password, salt, length, isQuick ? { ...options, N: 16 } : options, done);
  }) as typeof scrypt;
  crypto.scrypt = Object.assign(quick, { isQuick: true });
  syncBuiltinESMExports();
}
