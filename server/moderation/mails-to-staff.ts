import type { Transaction } from "kysely";
import {
  arrivalDelayMs,
  type DueMail,
  defaultPendingMail,
  duePendingMail,
  lastDailyMailDay,
} from "#domain/account/mail-preferences.ts";
import { taskKinds } from "#domain/moderation/task-kinds.ts";
import { fallbackLanguage } from "#domain/text/language.ts";
import { listStaff, type StaffAccount } from "#server/accounts/list-staff.ts";
import { type Config, ownOrigin } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { queueMail } from "#server/mail/mail-queue.ts";
import {
  type MailBranding,
  type MailContent,
  type MailMessages,
  mailSettings,
  renderMail,
  type Translator,
} from "#server/mail/mail-template.ts";
import { countTasks, sumOf, type TaskCounts } from "./tasks.ts";

export interface StaffMailDeps {
  /** Database of the primary, for writes. */
  readonly database: Database;
  readonly config: Pick<Config, "administratorUserId" | "publicUrl" | "port">;
  readonly now: () => Date;
  readonly translate: Translator;
  readonly branding?: MailBranding;
  /** Time zone of the daily mail; default: Hungary's. */
  readonly timeZone?: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Queues the due mails about pending items (docs/product#mails-to-staff). Any number of processes do so: the
 * account's row is locked meanwhile, and the same transaction stores what was mailed.
 */
export async function mailStaff(deps: StaffMailDeps): Promise<void> {
  for (const account of await listStaff(deps.database, deps.config)) {
    await deps.database.transaction().execute((transaction) => notify(transaction, account, deps));
  }
}

async function notify(
  transaction: Transaction<Schema>,
  account: StaffAccount,
  deps: StaffMailDeps,
) {
  const { translate, branding, config, timeZone } = deps;
  const now = deps.now();
  const day = lastDailyMailDay(now, timeZone);
  // The first run of all: what is pending already is in the next daily mail.
  await transaction
    .insertInto("mail_wish")
    .values({ account_id: account.id, told_on: day, told_until: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const notified = await transaction
    .selectFrom("mail_wish")
    .select(["language", "waiting", "told_until", "mailed_at", "told_on"])
    .where("account_id", "=", account.id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  // Another process is mailing this account.
  if (!notified) return;
  const { waiting: choice, mailed_at: mailedAt, told_on: notifiedOn } = notified;
  const until = new Date(now.getTime() - arrivalDelayMs);
  const arrived = await countTasks(transaction, { since: notified.told_until, until });
  const due = duePendingMail(
    { pendingMail: choice ?? defaultPendingMail, mailedAt, notifiedOn, hasHeld: arrived.held > 0 },
    now,
    timeZone,
  );
  if (due === null) return;
  const { counts: all } = await countTasks(transaction);
  const counts = due === "daily" ? all : arrived.counts;
  const hasPending = sumOf(counts) > 0;
  if (hasPending) {
    const language = notified.language ?? fallbackLanguage;
    const messages = { t: translate(language), language, branding };
    const content = pendingMail(messages, {
      due,
      counts,
      total: sumOf(all),
      origin: ownOrigin(config),
    });
    const message = { to: account.email, link: null, ...content };
    await queueMail(transaction, message, { kind: "waiting", lifetimeMs: dayMs });
  }
  await transaction
    .updateTable("mail_wish")
    .set({
      told_until: until,
      // The daily mail is sent as well.
      ...(due !== "held" && { told_on: day }),
      ...(hasPending && { mailed_at: now }),
    })
    .where("account_id", "=", account.id)
    .execute();
}

interface PendingMail {
  readonly due: DueMail;
  /** Items of the mail: of a daily one all that are pending, else the new ones. */
  readonly counts: TaskCounts;
  /** Number of all pending items. */
  readonly total: number;
  readonly origin: string;
}

function pendingMail(
  messages: MailMessages,
  { due, counts, total, origin }: PendingMail,
): MailContent {
  const { t } = messages;
  const count = sumOf(counts);
  const lines = taskKinds
    .filter((part) => counts[part] > 0)
    .map((part) => `${t(`queue.part.${part}`)}: ${counts[part]}`);
  return renderMail(messages, {
    subject: t(`mail.waiting.${due}.subject`, { count, title: t("app.title") }),
    intro: [t(`mail.waiting.${due}.intro`, { count }), lines.join("\n")],
    button: { link: `${origin}/moderation`, label: t("mail.waiting.action") },
    closing: total > count ? [t("mail.waiting.total", { count: total })] : [],
    settings: mailSettings(messages, origin),
  });
}
