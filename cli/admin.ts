import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { parseEmailAddress } from "#domain/account/email-address.ts";
import { fallbackLanguage, toLanguage } from "#domain/text/language.ts";
import { dropPassword, ensureAccount } from "#server/accounts/ensure-account.ts";
import { makeResetLink } from "#server/accounts/make-reset-link.ts";
import { findOrMakeAuthSecret } from "#server/config/auth-secret.ts";
import type { Config } from "#server/config/config.ts";
import { loadConfig, readEnvironment } from "#server/config/load-config.ts";
import type { Database } from "#server/database/connect.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { saveSetting } from "./save-setting.ts";

/**
 * `npm run admin -- someone@example.org [--save]`: creates or finds the account and prints the
 * setting that makes it the administrator's; with `--save` it writes it to `.env`. It also prints a
 * link that sets the account's password. An account that is not the administrator's yet may have been
 * registered by a stranger: its password and sessions end at once (docs/decisions/013). The server may
 * run meanwhile.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const settingsPath = join(root, ".env");
const log = pino({ level: "warn" }, pino.destination(2));

const { email, isToSave } = readCommand();
const loaded = loadConfig(readEnvironment(root));
if (!loaded.ok) fail(...loaded.faults);
try {
  await appoint(loaded.config);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
process.exit(0);

async function appoint(config: Config): Promise<void> {
  const { database, [Symbol.asyncDispose]: close } = await openDatabase(config, log);
  try {
    const account = await ensureAccount({ database }, email);
    const isAdministrator = account.id === config.administratorUserId;
    if (!account.isNew && !isAdministrator) await dropPassword({ database }, account.id);
    const found = account.isNew ? "Created" : "Found";
    print(`${found} the account of ${email}. Its user id is`, account.id);
    nameSetting(account.id);
    await offerPassword(config, database, { isNew: account.isNew, isAdministrator });
  } finally {
    await close();
  }
}

async function offerPassword(
  config: Config,
  database: Database,
  { isNew, isAdministrator }: { isNew: boolean; isAdministrator: boolean },
): Promise<void> {
  const authSecret = config.authSecret ?? findOrMakeAuthSecret(config.dataDirectory);
  const language = toLanguage(process.env.LANG ?? "") ?? fallbackLanguage;
  const link = await makeResetLink({ config, authSecret, database, log }, { email, language });
  const setPassword = "Set its password here, within an hour, while the server runs:";
  if (isNew) print(setPassword, link);
  else if (isAdministrator) {
    print("It is the administrator's already. To set a new password, within an hour:", link);
  } else {
    print(
      `Somebody else may have registered this address, so that its password and its sessions\nhave ended. ${setPassword}`,
      link,
    );
  }
}

function nameSetting(userId: string): void {
  const setting = `ADMIN_USER_ID=${userId}`;
  if (!isToSave) {
    print("To make it the administrator's, set this and start the server again:", setting);
    return;
  }
  saveSetting(settingsPath, "ADMIN_USER_ID", userId);
  print(`Saved in ${settingsPath}; start the server again:`, setting);
  const outside = process.env.ADMIN_USER_ID;
  if (outside !== undefined && outside !== userId) {
    print("But the environment goes before that file, and has", `ADMIN_USER_ID=${outside}`);
  }
}

function readCommand(): { email: string; isToSave: boolean } {
  const usage = "usage: npm run admin -- someone@example.org [--save]";
  try {
    const { values, positionals } = parseArgs({
      options: { save: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const address = parseEmailAddress(positionals[0] ?? "");
    if (address === null || positionals.length !== 1) fail(usage);
    return { email: address, isToSave: values.save };
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), usage);
  }
}

function print(text: string, value: string): void {
  console.log(`${text}\n  ${value}\n`);
}

function fail(...lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`mosdo: ${line}\n`);
  process.exit(1);
}
