import * as v from "valibot";
import { ZoneClock } from "#domain/opening/zone-clock.ts";
import { hungary } from "#domain/place/home-country.ts";

/** Choice of staff who have made none. */
export const defaultPendingMail: PendingMail = "daily";

/** How staff hear by mail that something waits (docs/product#mails-about-what-waits). */
export const pendingMails = ["at-once", "daily", "never"] as const;

export type PendingMail = (typeof pendingMails)[number];

/**
 * Form of the account page: which mails an account wishes for. `outcomes` is "1" in a ticked box; `waiting`, which
 * staff alone are asked, is empty without an answer.
 */
export const mailWishSchema = /* @__PURE__ */ (() =>
  v.object({
    outcomes: v.pipe(
      v.picklist(["", "1"]),
      v.transform((box) => box === "1"),
    ),
    waiting: v.pipe(
      v.picklist(["", ...pendingMails]),
      v.transform((choice) => choice || null),
    ),
  }))();

/** Mails that an account wishes for. */
export type MailWishes = v.InferOutput<typeof mailWishSchema>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Least time between two mails 'at once'. */
const pendingMailPauseMs = 5 * minuteMs;

/** Least time between two mails of reports that are held. */
const heldMailPauseMs = hourMs;

/**
 * Age from which an arrival counts as new: an older one is in the database, also where its server's clock is
 * slow or its transaction took long. What a contributor sends together comes in one mail.
 */
export const arrivalDelayMs = minuteMs;

/** Hour of the daily mail by the home country's clock. */
const dailyHour = 8;

/** Last day whose daily mail is due, by the home country's clock: an ISO 8601 date. @param timeZone of that clock */
export function lastDailyMailDay(now: Date, timeZone = hungary.timeZone): string {
  const wallMs = ZoneClock.of(timeZone).wallTimeAt(now.getTime());
  return new Date(wallMs - dailyHour * hourMs).toISOString().slice(0, 10);
}

/** What an account was last told of what waits. */
export interface NotifiedStaff {
  readonly waiting: PendingMail;
  /** Time of the last mail; null before the first. */
  readonly mailedAt: Date | null;
  /** Last day with a look for the daily mail; null before the first. */
  readonly notifiedOn: string | null;
  /** Whether reports are held since (docs/product#more-reports-than-a-town-sees). */
  readonly hasHeld: boolean;
}

/** A mail about what waits: one of those that staff choose, or that reports are held. */
export type DueMail = Exclude<PendingMail, "never"> | "held";

/** Whether it is time to see if an account gets a mail about what waits, and which. */
export function duePendingMail(
  { waiting, mailedAt, notifiedOn, hasHeld }: NotifiedStaff,
  now: Date,
  timeZone = hungary.timeZone,
): DueMail | null {
  const isAfterPause = (pauseMs: number) =>
    mailedAt === null || now.getTime() - mailedAt.getTime() >= pauseMs;
  if (waiting === "never") return null;
  if (hasHeld && isAfterPause(heldMailPauseMs)) return "held";
  if (waiting === "daily") {
    return notifiedOn === null || notifiedOn < lastDailyMailDay(now, timeZone) ? waiting : null;
  }
  return isAfterPause(pendingMailPauseMs) ? waiting : null;
}
