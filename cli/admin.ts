import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { parseEmailAddress } from "#domain/account/email-address.ts";
import { type Language, languageOfCountry, toLanguage } from "#domain/text/language.ts";
import { findOrMakeAuthSecret } from "#server/accounts/auth-secret.ts";
import { dropPassword, ensureAccount } from "#server/accounts/ensure-account.ts";
import { makeResetLink } from "#server/accounts/make-reset-link.ts";
import { dropSecondFactor } from "#server/accounts/second-factor.ts";
import { ownOrigin } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import { forgetObservations } from "#server/feedback/observations.ts";
import { createServerI18n, readTranslations } from "#server/i18n.ts";
import { createAccountMails } from "#server/mail/account-mails.ts";
import { queueMail } from "#server/mail/mail-queue.ts";
import { type Command, type CommandContext, fail, messageOf } from "./command.ts";

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
 *
 * `npm run admin -- --forget-observations 2026-11-28` removes what visitors have answered at the doors since a day, but
 * for staff and accounts whose word proved true (docs/product#observation).
 */
export const admin: Command = async (context) => {
  const { email, isToSave, isToEndSecondFactor, forgottenSince } = readCommand(context);
  context.actAsOwner(context.config.dataDirectory, { isMade: true });
  return context.withDatabase(async (database) => {
    if (forgottenSince !== undefined) {
      const deps = { database, now: () => new Date() };
      const count = await forgetObservations(deps, forgottenSince);
      context.print(`Removed ${count} answers of visitors since ${forgottenSince}.`);
      return 0;
    }
    const setup = { context, database, email };
    return isToEndSecondFactor ? endSecondFactor(setup) : appoint(setup, isToSave);
  });
};

interface Setup {
  readonly context: CommandContext;
  readonly database: Database;
  readonly email: string;
}

async function appoint(setup: Setup, isToSave: boolean): Promise<number> {
  const { context, database, email } = setup;
  const account = await ensureAccount({ database }, email);
  const isAdministrator = account.id === context.config.administratorUserId;
  if (!account.isNew && !isAdministrator) {
    await dropPassword({ database }, account.id);
    await dropSecondFactor({ database }, account.id);
  }
  const found = account.isNew ? "Created" : "Found";
  print(context, `${found} the account of ${email}. Its user id is`, account.id);
  const code = nameSetting(context, account.id, isToSave);
  await offerPassword(setup, { isNew: account.isNew, isAdministrator });
  return code;
}

async function endSecondFactor({ context, database, email }: Setup): Promise<number> {
  const { config } = context;
  const accounts = database.selectFrom("account").select("id").where("email", "=", email);
  const account = await accounts.executeTakeFirst();
  if (!account) throw new Error(`no account of ${email}`);
  const wasOn = await dropSecondFactor({ database }, account.id);
  if (!wasOn) throw new Error(`the second factor of ${email} is off`);
  const translations = readTranslations(config.site.name);
  const mails = createAccountMails({
    queue: (message, terms) => queueMail(database, message, terms),
    publicUrl: ownOrigin(config),
    translate: (of) => createServerI18n(of, translations).t,
  });
  await mails.sendSecondFactor({ to: email, language: languageOf(context), event: "off" });
  context.print(
    `The second factor of ${email} is off, and its sessions have ended. The owner signs in with the\npassword alone, should turn it on again, and gets a mail about it.`,
  );
  return 0;
}

/** Language of the shell; where it has none, as on most servers, that of the operator's country. */
function languageOf({ environment, config }: CommandContext): Language {
  return toLanguage(environment.LANG ?? "") ?? languageOfCountry(config.site.country);
}

async function offerPassword(
  { context, database, email }: Setup,
  { isNew, isAdministrator }: { isNew: boolean; isAdministrator: boolean },
): Promise<void> {
  const { config, log } = context;
  const authSecret = config.authSecret ?? findOrMakeAuthSecret(config.dataDirectory);
  const account = { email, language: languageOf(context) };
  const link = await makeResetLink({ config, authSecret, database, log }, account);
  const setPassword = "Set its password here, within an hour, while the server runs:";
  if (isNew) print(context, setPassword, link);
  else if (isAdministrator) {
    print(
      context,
      "It is the administrator's already. To set a new password, within an hour:",
      link,
    );
  } else {
    print(
      context,
      `Somebody else may have registered this address, so that its password, its sessions\nand its second factor have ended. ${setPassword}`,
      link,
    );
  }
}

/** @returns the exit code */
function nameSetting(context: CommandContext, userId: string, isToSave: boolean): number {
  const setting = `ADMIN_USER_ID=${userId}`;
  if (!isToSave) {
    print(context, "To make it the administrator's, set this and start the server again:", setting);
    return 0;
  }
  const path = join(context.root, ".env");
  try {
    saveSetting(path, "ADMIN_USER_ID", userId);
  } catch (error) {
    const why = messageOf(error);
    print(context, `${path} could not be written (${why}). Write this into it:`, setting);
    return 1;
  }
  print(context, `Saved in ${path}; start the server again:`, setting);
  const outside = context.environment.ADMIN_USER_ID;
  if (outside !== undefined && outside !== userId) {
    print(
      context,
      "But the environment goes before that file, and has",
      `ADMIN_USER_ID=${outside}`,
    );
  }
  return 0;
}

function readCommand(context: CommandContext) {
  const usage =
    "usage: npm run admin -- someone@example.org [--save | --end-second-factor], or --forget-observations YYYY-MM-DD";
  const { values, positionals } = context.parse(usage, {
    options: {
      save: { type: "boolean", default: false },
      "end-second-factor": { type: "boolean", default: false },
      "forget-observations": { type: "string" },
    },
    allowPositionals: true,
  });
  const forgottenSince = values["forget-observations"];
  const isDay = v.is(v.pipe(v.string(), v.isoDate()), forgottenSince);
  const isAlone = positionals.length === 0 && !values.save && !values["end-second-factor"];
  if (forgottenSince !== undefined) {
    if (!isDay || !isAlone) fail(usage);
    return { email: "", isToSave: false, isToEndSecondFactor: false, forgottenSince };
  }
  const email = parseEmailAddress(positionals[0] ?? "");
  const { save: isToSave, "end-second-factor": isToEndSecondFactor } = values;
  const isMuddled = isToSave && isToEndSecondFactor;
  if (email === null || positionals.length !== 1 || isMuddled) fail(usage);
  return { email, isToSave, isToEndSecondFactor, forgottenSince };
}

function print(context: CommandContext, text: string, value: string): void {
  context.print(`${text}\n  ${value}\n`);
}

/** Mode of a new file: readable for its owner only, since it may contain secrets. */
const newFileMode = 0o600;

/**
 * Writes one setting into a `.env` file: in place of the line with the same name, else at the end.
 * Other lines and the file's mode are unchanged.
 *
 * @param value without spaces, quotes and line ends
 */
export function saveSetting(path: string, name: string, value: string): void {
  const exists = existsSync(path);
  const lines = exists ? readFileSync(path, "utf8").split("\n") : [""];
  const isOurs = (line: string) =>
    line.replace(/^\s*(export\s+)?/, "").split(/\s*=/, 1)[0] === name;
  const at = lines.findLastIndex(isOurs);
  const line = `${name}=${value}`;
  if (at >= 0) lines[at] = line;
  else if (lines.at(-1) === "") lines.splice(-1, 0, line);
  else lines.push(line, "");
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, lines.join("\n"), { mode: exists ? statSync(path).mode : newFileMode });
  renameSync(unfinished, path);
}
