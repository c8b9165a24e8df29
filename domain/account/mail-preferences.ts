import * as v from "valibot";
import { ZoneClock } from "#domain/opening/local-time.ts";
import { hungary } from "#domain/place/home-country.ts";

/** Default choice of staff. */
export const defaultPendingMail: PendingMail = "daily";

/** When staff get mails about pending entries (docs/product#mails-to-staff). */
export const pendingMails = ["at-once", "daily", "never"] as const;

export type PendingMail = (typeof pendingMails)[number];

/**
 * Form of the account page: which mails an account gets. `outcomes` is "1" for a ticked checkbox; `waiting`, a
 * field for staff only, is empty without a choice.
 */
export const mailPreferencesSchema = /* @__PURE__ */ (() =>
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

/** Mail preferences of an account. */
export type MailPreferences = v.InferOutput<typeof mailPreferencesSchema>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Minimum time between two mails 'at once'. */
const pendingMailPauseMs = 5 * minuteMs;

/** Minimum time between two mails about held reports. */
const heldMailPauseMs = hourMs;

/**
 * Minimum age of a new entry in a mail. Entries of this age are committed, also where the database's clock is slow
 * or the transaction took long. Entries that a contributor sends together are in one mail.
 */
export const arrivalDelayMs = minuteMs;

/** Hour of the daily mail by the home country's clock. */
const dailyHour = 8;

/** Last day whose daily mail is due, by the home country's clock, an ISO 8601 date. @param timeZone of that clock */
export function lastDailyMailDay(now: Date, timeZone = hungary.timeZone): string {
  const wallMs = ZoneClock.of(timeZone).wallTimeAt(now.getTime());
  return new Date(wallMs - dailyHour * hourMs).toISOString().slice(0, 10);
}

/** Staff account with its preference and its last notifications about pending entries. */
export interface NotifiedStaff {
  readonly pendingMail: PendingMail;
  /** Time of the last mail; null before the first. */
  readonly mailedAt: Date | null;
  /** Last day on which the daily mail was checked; null before the first. */
  readonly notifiedOn: string | null;
  /** Whether reports have been held since then (docs/product#more-reports-than-a-town-sees). */
  readonly hasHeld: boolean;
}

/** Mail about pending entries: of the chosen kind, or about held reports. */
export type DueMail = Exclude<PendingMail, "never"> | "held";

/** Mail about pending entries that is due for an account, if there are any; null where none is due. */
export function duePendingMail(
  { pendingMail, mailedAt, notifiedOn, hasHeld }: NotifiedStaff,
  now: Date,
  timeZone = hungary.timeZone,
): DueMail | null {
  const isAfterPause = (pauseMs: number) =>
    mailedAt === null || now.getTime() - mailedAt.getTime() >= pauseMs;
  if (pendingMail === "never") return null;
  if (hasHeld && isAfterPause(heldMailPauseMs)) return "held";
  if (pendingMail === "daily") {
    return notifiedOn === null || notifiedOn < lastDailyMailDay(now, timeZone) ? pendingMail : null;
  }
  return isAfterPause(pendingMailPauseMs) ? pendingMail : null;
}
