import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { parseEmailAddress } from "#domain/account/email-address.ts";
import { type Language, languageOfCountry, toLanguage } from "#domain/text/language.ts";
import { dropPassword, ensureAccount } from "#server/accounts/ensure-account.ts";
import { makeResetLink } from "#server/accounts/make-reset-link.ts";
import { dropSecondFactor } from "#server/accounts/second-factor.ts";
import { findOrMakeAuthSecret } from "#server/config/auth-secret.ts";
import { type Config, ownOrigin } from "#server/config/config.ts";
import { loadConfigOf } from "#server/config/load-config.ts";
import type { Database } from "#server/database/connect.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { createServerI18n, readTranslations } from "#server/i18n.ts";
import { createAccountMails } from "#server/mail/account-mails.ts";
import { queueMail } from "#server/mail/mail-queue.ts";
import { actAsOwner } from "./act-as-owner.ts";
import { saveSetting } from "./save-setting.ts";

/**
 * `npm run admin -- someone@example.org [--save]`: creates or finds the account and prints the
 * setting that makes it the administrator's; with `--save` it writes it to `.env`. It also prints a
 * link that sets the account's password. An account that is not the administrator's yet may have
 * been registered by a stranger: its password, sessions and second factor are removed at once
 * (docs/decisions/013). The server may run meanwhile.
 *
 * `npm run admin -- someone@example.org --end-second-factor` is for an owner who has lost phone and
 * recovery codes: it turns off the account's second factor, ends its sessions, and notifies the
 * owner by mail.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const settingsPath = join(root, ".env");
const log = pino({ level: "warn" }, pino.destination(2));

const { email, isToSave, isToEndSecondFactor } = readCommand();
const loaded = loadConfigOf(root);
if (!loaded.ok) fail(...loaded.errors);
try {
  const { config } = loaded;
  actAsOwner(config.dataDirectory, { isMade: true });
  const { database, [Symbol.asyncDispose]: close } = await openDatabase(config, log);
  try {
    await (isToEndSecondFactor ? endSecondFactor(config, database) : appoint(config, database));
  } finally {
    await close();
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
process.exit(process.exitCode ?? 0);

async function appoint(config: Config, database: Database): Promise<void> {
  const account = await ensureAccount({ database }, email);
  const isAdministrator = account.id === config.administratorUserId;
  if (!account.isNew && !isAdministrator) {
    await dropPassword({ database }, account.id);
    await dropSecondFactor({ database }, account.id);
  }
  const found = account.isNew ? "Created" : "Found";
  print(`${found} the account of ${email}. Its user id is`, account.id);
  nameSetting(account.id);
  await offerPassword(config, database, { isNew: account.isNew, isAdministrator });
}

async function endSecondFactor(config: Config, database: Database): Promise<void> {
  const accounts = database.selectFrom("account").select("id").where("email", "=", email);
  const account = await accounts.executeTakeFirst();
  if (!account) throw new Error(`no account of ${email}`);
  const wasOn = await dropSecondFactor({ database }, account.id);
  if (!wasOn) throw new Error(`the second factor of ${email} is off`);
  const translations = readTranslations(join(root, "public/locales"), config.site.name);
  const mails = createAccountMails({
    queue: (message, terms) => queueMail(database, message, terms),
    publicUrl: ownOrigin(config),
    translate: (of) => createServerI18n(of, translations).t,
  });
  await mails.sendSecondFactor({ to: email, language: languageOf(config), event: "off" });
  console.log(
    `The second factor of ${email} is off, and its sessions have ended. The owner signs in with the\npassword alone, should turn it on again, and gets a mail about it.`,
  );
}

/** Language of the shell; where it has none, as on most servers, that of the operator's country. */
function languageOf({ site }: Config): Language {
  return toLanguage(process.env.LANG ?? "") ?? languageOfCountry(site.country);
}

async function offerPassword(
  config: Config,
  database: Database,
  { isNew, isAdministrator }: { isNew: boolean; isAdministrator: boolean },
): Promise<void> {
  const authSecret = config.authSecret ?? findOrMakeAuthSecret(config.dataDirectory);
  const account = { email, language: languageOf(config) };
  const link = await makeResetLink({ config, authSecret, database, log }, account);
  const setPassword = "Set its password here, within an hour, while the server runs:";
  if (isNew) print(setPassword, link);
  else if (isAdministrator) {
    print("It is the administrator's already. To set a new password, within an hour:", link);
  } else {
    print(
      `Somebody else may have registered this address, so that its password, its sessions\nand its second factor have ended. ${setPassword}`,
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
  try {
    saveSetting(settingsPath, "ADMIN_USER_ID", userId);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    print(`${settingsPath} could not be written (${why}). Write this into it:`, setting);
    process.exitCode = 1;
    return;
  }
  print(`Saved in ${settingsPath}; start the server again:`, setting);
  const outside = process.env.ADMIN_USER_ID;
  if (outside !== undefined && outside !== userId) {
    print("But the environment goes before that file, and has", `ADMIN_USER_ID=${outside}`);
  }
}

function readCommand() {
  const usage = "usage: npm run admin -- someone@example.org [--save | --end-second-factor]";
  try {
    const { values, positionals } = parseArgs({
      options: {
        save: { type: "boolean", default: false },
        "end-second-factor": { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    const address = parseEmailAddress(positionals[0] ?? "");
    const { save: isToSave, "end-second-factor": isToEndSecondFactor } = values;
    const isMuddled = isToSave && isToEndSecondFactor;
    if (address === null || positionals.length !== 1 || isMuddled) fail(usage);
    return { email: address, isToSave, isToEndSecondFactor };
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
