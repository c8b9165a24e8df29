import type { Transaction } from "kysely";
import {
  arrivalDelayMs,
  type DueMail,
  dueWaitingMail,
  lastDailyMailDay,
  usualWaitingMail,
} from "#domain/account/mail-wishes.ts";
import { type WaitingPart, waitingParts } from "#domain/moderation/moderation-query.ts";
import { fallbackLanguage } from "#domain/text/language.ts";
import { listStaff, type StaffAccount } from "#server/accounts/list-staff.ts";
import { type Config, ownOrigin } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { countArrivals, countHeld, countQueue } from "#server/moderation/read-moderation-queue.ts";
import {
  type MailContent,
  type MailLook,
  type MailWords,
  mailSettings,
  setLetter,
  type Translator,
} from "./letter.ts";
import { queueMail } from "./mail-queue.ts";

export interface StaffMailDeps {
  /** Database that takes writes. */
  readonly database: Database;
  readonly config: Pick<Config, "administratorUserId" | "publicUrl" | "port">;
  readonly now: () => Date;
  readonly translate: Translator;
  readonly look?: MailLook;
  /** Zone by whose clock the daily mail goes out; Hungary's where left out. */
  readonly timeZone?: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Queues the mails about what waits that are due now (docs/product#mails-about-what-waits). Any number of
 * processes do so: the account's row is held meanwhile, and says in the same transaction what was told.
 */
export async function mailStaff(deps: StaffMailDeps): Promise<void> {
  for (const account of await listStaff(deps.database, deps.config)) {
    await deps.database.transaction().execute((transaction) => tell(transaction, account, deps));
  }
}

async function tell(transaction: Transaction<Schema>, account: StaffAccount, deps: StaffMailDeps) {
  const { translate, look, config, timeZone } = deps;
  const now = deps.now();
  const day = lastDailyMailDay(now, timeZone);
  // The first look of all: what waits already comes with the next daily mail.
  await transaction
    .insertInto("mail_wish")
    .values({ account_id: account.id, told_on: day, told_until: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const told = await transaction
    .selectFrom("mail_wish")
    .select(["language", "waiting", "told_until", "mailed_at", "told_on"])
    .where("account_id", "=", account.id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  // Another process is telling this account.
  if (!told) return;
  const { waiting: choice, mailed_at: mailedAt, told_on: toldOn } = told;
  const until = new Date(now.getTime() - arrivalDelayMs);
  const arrived = { since: told.told_until, until };
  const hasHeld = (await countHeld(transaction, arrived)) > 0;
  const due = dueWaitingMail(
    { waiting: choice ?? usualWaitingMail, mailedAt, toldOn, hasHeld },
    now,
    timeZone,
  );
  if (due === null) return;
  const countAll = () => countQueue({ database: transaction, now: () => now });
  const counts = due === "daily" ? await countAll() : await countArrivals(transaction, arrived);
  const isWorthTelling = sum(counts) > 0;
  if (isWorthTelling) {
    const language = told.language ?? fallbackLanguage;
    const words = { t: translate(language), language, look };
    const content = waitingMail(words, {
      due,
      counts,
      total: sum(due === "daily" ? counts : await countAll()),
      origin: ownOrigin(config),
    });
    const message = { to: account.email, link: null, ...content };
    await queueMail(transaction, message, { kind: "waiting", lifetimeMs: dayMs });
  }
  await transaction
    .updateTable("mail_wish")
    .set({
      told_until: until,
      // The daily mail comes beside it.
      ...(due !== "held" && { told_on: day }),
      ...(isWorthTelling && { mailed_at: now }),
    })
    .where("account_id", "=", account.id)
    .execute();
}

type Counts = Readonly<Record<WaitingPart, number>>;

function sum(counts: Counts): number {
  return waitingParts.reduce((total, part) => total + counts[part], 0);
}

interface WaitingLetter {
  readonly due: DueMail;
  /** What the mail is about: of a daily one all that waits, else what is new. */
  readonly counts: Counts;
  /** Number of all that waits. */
  readonly total: number;
  readonly origin: string;
}

function waitingMail(words: MailWords, { due, counts, total, origin }: WaitingLetter): MailContent {
  const { t } = words;
  const count = sum(counts);
  const lines = waitingParts
    .filter((part) => counts[part] > 0)
    .map((part) => `${t(`queue.part.${part}`)}: ${counts[part]}`);
  return setLetter(words, {
    subject: t(`mail.waiting.${due}.subject`, { count, title: t("app.title") }),
    intro: [t(`mail.waiting.${due}.intro`, { count }), lines.join("\n")],
    button: { link: `${origin}/moderation`, label: t("mail.waiting.action") },
    closing: total > count ? [t("mail.waiting.total", { count: total })] : [],
    settings: mailSettings(words, origin),
  });
}
