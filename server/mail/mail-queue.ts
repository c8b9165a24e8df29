import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { BaseLogger } from "pino";
import type { MailTroubleKind } from "#domain/operation/operating-status.ts";
import { withTimeout } from "#server/concurrency/with-timeout.ts";
import type { Database } from "#server/database/connect.ts";
import { isRefusal, type Mailer, type MailMessage } from "./mailer.ts";

/** Kinds of mails; a decoy is dropped instead of sent. */
type MailKind = "reset" | "verification" | "notice" | "waiting" | "outcome" | "decoy";

/** Options of a queued mail. */
export interface MailTerms {
  readonly kind: MailKind;
  /** Time after which the mail is dropped, such as the lifetime of its link. */
  readonly lifetimeMs: number;
  /** Decision that it tells of, with which {@link takeBackMails} finds it. */
  readonly decision?: string;
}

/**
 * Puts a mail into the queue of the database (docs/product#mail-queue). Once the transaction has been committed, the
 * mail survives any crash; a rollback removes it. The result of the delivery is not reported.
 */
export async function queueMail(
  database: Database,
  { to, subject, text, html, link }: MailMessage,
  { kind, lifetimeMs, decision }: MailTerms,
): Promise<void> {
  const not_after = sql<Date>`database_clock() + make_interval(secs => ${lifetimeMs / 1000})`;
  await database
    .insertInto("mail")
    .values({ kind, receiver: to, subject, text, html, link, not_after, decision })
    .execute();
}

/** Removes the mails about a decision that is undone from the queue; those that were sent have left it. */
export async function takeBackMails(database: Database, decision: string): Promise<void> {
  await database.deleteFrom("mail").where("decision", "=", decision).execute();
}

/** Outcomes of an attempt to send a mail. */
export type MailOutcome = "sent" | MailTroubleKind;

/** State of the queue. */
export interface QueuedMails {
  readonly count: number;
  /** Age of the oldest queued mail, in seconds; 0 for an empty queue. */
  readonly oldestSeconds: number;
}

/** Reads the state of the queue, without decoys, which are never sent. */
export async function readQueuedMails(database: Database): Promise<QueuedMails> {
  const { rows } = await sql<{ count: number; seconds: number | null }>`
    select count(*)::int as count,
      extract(epoch from database_clock() - min(created_at))::float8 as seconds
    from mail where kind <> 'decoy'`.execute(database);
  const [{ count, seconds }] = rows;
  return { count, oldestSeconds: Math.max(0, seconds ?? 0) };
}

/**
 * Delivery of queued mails by this process. Disposing it waits for the mails that are being sent; the others stay
 * queued.
 */
export interface MailDelivery extends AsyncDisposable {
  /** Polls the queue at once, as after a mail was queued here; otherwise it polls rarely. */
  wake(): void;
}

interface DeliveryOptions {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly log: Pick<BaseLogger, "warn" | "error">;
  /** Called with the outcome of each attempt. */
  readonly onOutcome?: (outcome: MailOutcome) => void;
  /** Delay before each further attempt; the last one applies to all that follow. */
  readonly retryAfterMs?: readonly number[];
  /** Poll interval for mails of other processes. */
  readonly pollMs?: number;
  /** Time limit of an attempt. */
  readonly sendTimeoutMs?: number;
  /**
   * Lease of a mail: the time after which another process takes a mail of a killed process; longer than an attempt and
   * the statements around it.
   */
  readonly leaseMs?: number;
  /** Longest wait when the delivery is disposed. */
  readonly stopTimeoutMs?: number;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

const usualRetries = [2 * secondMs, 15 * secondMs, minuteMs, 5 * minuteMs, 10 * minuteMs];

/** Longest wait of a stop for an unresponsive database. */
const idleStopMs = 500;

/** Maximum number of mails that a process sends at once. */
const atOnce = 4;

/**
 * Sends the queued mails. Any number of processes do so, each mail one of them at a time: a mail is leased by a short
 * statement, since a transaction as long as an attempt would delay the change feed. When a process dies, the others
 * take its mails once the lease has ended; such a mail may arrive twice, and none is lost (docs/decisions/032).
 */
export function deliverMails(options: DeliveryOptions): MailDelivery {
  const { database, mailer, log, onOutcome } = options;
  const { retryAfterMs = usualRetries, pollMs = 15 * secondMs } = options;
  const { sendTimeoutMs = 30 * secondMs, leaseMs = 45 * secondMs, stopTimeoutMs = 5_000 } = options;
  /** Mails that were sent while the database was unavailable. */
  const handedOver = new Set<number>();
  let underWay = 0;
  let isStopped = false;
  let woken = Promise.withResolvers<void>();
  const wake = () => woken.resolve();
  const running = run();

  return {
    wake,
    async [Symbol.asyncDispose]() {
      isStopped = true;
      wake();
      const isDone = await withTimeout(
        underWay > 0 ? stopTimeoutMs : idleStopMs,
        running.then(() => true),
        () => false,
      );
      if (!isDone && underWay > 0)
        log.warn("a mail was being handed over at the stop: it may arrive twice");
    },
  };

  async function run(): Promise<void> {
    for (let failures = 0; !isStopped; ) {
      woken = Promise.withResolvers();
      let waitMs = pollMs;
      try {
        if (await deliverDue()) continue;
        waitMs = Math.min(pollMs, await nextDueMs());
        failures = 0;
      } catch (error) {
        log.warn({ err: error }, "the queue of mails cannot be read");
        waitMs = Math.min(pollMs, secondMs * 2 ** failures++);
      }
      await pause(waitMs);
    }
  }

  async function pause(ms: number): Promise<void> {
    const over = new AbortController();
    const waited = delay(ms, undefined, { ref: false, signal: over.signal }).catch(() => {});
    await Promise.race([waited, woken.promise]);
    over.abort();
  }

  /** @returns false where no mail was due */
  async function deliverDue(): Promise<boolean> {
    const mails = await lease();
    underWay = mails.length;
    const outcomes = await Promise.allSettled(mails.map(deliver));
    underWay = 0;
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    return mails.length > 0;
  }

  async function lease() {
    const due = sql<number>`any(array(
      select id from mail where next_attempt_at <= database_clock()
      order by next_attempt_at, id limit ${atOnce} for update skip locked
    ))`;
    return database
      .updateTable("mail")
      .set({ attempts: sql`attempts + 1`, next_attempt_at: inMs(leaseMs) })
      .where("id", "=", due)
      .returning(["id", "kind", "receiver", "subject", "text", "html", "link", "attempts"])
      .returning(sql<boolean>`not_after <= database_clock()`.as("is_late"))
      .execute();
  }

  async function deliver(mail: Awaited<ReturnType<typeof lease>>[number]): Promise<void> {
    const { id, kind, receiver: to, subject, text, html, link, attempts, is_late } = mail;
    if (is_late) {
      log.error({ to, subject, attempts }, "a mail could not be sent in time");
      onOutcome?.("late");
    }
    if (!is_late && kind !== "decoy" && !handedOver.has(id)) {
      try {
        await withTimeout(sendTimeoutMs, mailer.send({ to, subject, text, html, link }), () => {
          throw new Error(`The mail was not handed over within ${sendTimeoutMs} ms.`);
        });
        handedOver.add(id);
        onOutcome?.("sent");
      } catch (error) {
        if (!isRefusal(error)) {
          log.warn({ err: error, to, subject, attempts }, "a mail could not be sent yet");
          onOutcome?.("postponed");
          return postpone(id, retryAfterMs[Math.min(attempts, retryAfterMs.length) - 1]);
        }
        log.error({ err: error, to, subject }, "a mail was refused by the mail server");
        onOutcome?.("refused");
      }
    }
    await database.deleteFrom("mail").where("id", "=", id).execute();
    handedOver.delete(id);
  }

  async function postpone(id: number, waitMs: number): Promise<void> {
    await database
      .updateTable("mail")
      .set({ next_attempt_at: inMs(waitMs) })
      .where("id", "=", id)
      .execute();
  }

  /** Milliseconds until the next planned attempt; infinite without one. */
  async function nextDueMs(): Promise<number> {
    const { rows } = await sql<{ ms: number | null }>`
      select ceil(extract(epoch from min(next_attempt_at) - database_clock()) * 1000)::float8 as ms
      from mail`.execute(database);
    return Math.max(1, rows[0].ms ?? Number.POSITIVE_INFINITY);
  }
}

function inMs(ms: number) {
  return sql<Date>`database_clock() + make_interval(secs => ${ms / 1000})`;
}
