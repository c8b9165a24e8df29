import { dayMs } from "./local-time.ts";

/*
 * What visitors found at the door makes a place of unknown opening hours likely open or likely closed
 * (docs/product#likely-open, docs/decisions/068). It is never an opening status, nor written as hours.
 */

/** Kinds of days on which places have the same hours; `sunday` is a Sunday or a public holiday of the place. */
export const dayKinds = ["workday", "saturday", "sunday"] as const;
export type DayKind = (typeof dayKinds)[number];

/** Kind of a day by the calendar alone. @param date ISO 8601 date */
export function calendarDayKind(date: string): DayKind {
  const weekday = new Date(Date.parse(date)).getUTCDay();
  return weekday === 0 ? "sunday" : weekday === 6 ? "saturday" : "workday";
}

/** One answer to 'is it open now?'. */
export interface Observation {
  /** Day by the place's clock, an ISO 8601 date. */
  readonly day: string;
  readonly kind: DayKind;
  /** Hour of the place's clock, 0…23. */
  readonly hour: number;
  readonly open: boolean;
  /** Account of the witness; null for a visitor without one, who cannot be told from others. */
  readonly account: string | null;
  /** Whether the witness is staff, or an account whose word proved true. */
  readonly trusted: boolean;
}

/** Number of days, today among them, in which an observation counts. */
const observedDays = 120;

/** Number of days, today among them, in which it counts double, and in which a place is found closed lately. */
const recentDays = 30;

/** Days for which observations are stored. */
export const storedObservationDays = 180;

/** Minimum number of witnesses who agree, and of their days. */
const leastWitnesses = 2;

/** Number of recent witnesses who find a place closed in its given hours before that is said. */
export const leastAgainstHours = 3;

const slotMinutes = 30;
const slotsPerDay = 48;

/**
 * Part of a day of which visitors found the same: index into {@link dayKinds}, half hours since midnight from and to
 * (exclusive), 1 for open, number of witnesses who agree, the last one's day, and the number of recent ones. A tuple,
 * as each place may have some.
 */
export type LikelyRun = readonly [
  kind: number,
  from: number,
  to: number,
  open: 0 | 1,
  witnesses: number,
  last: string,
  recent: number,
];

/** What the observations of a place come to. */
export interface ObservedPlace {
  /** Numbers of observations of the last {@link observedDays}. */
  readonly open: number;
  readonly closed: number;
  /** By kind of day, then by time; empty without any. */
  readonly runs: readonly LikelyRun[];
  /** First day on which it has to be computed again though nothing is added, an ISO 8601 date; null for never. */
  readonly until: string | null;
}

/**
 * What the observations of a place come to on a day. An observation counts for the time from half an hour before its
 * hour to half an hour after it, on days of its kind. Witnesses make the place likely open, or likely closed, where two
 * or more of different days agree, and four fifths of all by weight: of the last {@link recentDays} days an observation
 * weighs double, and that of a trusted witness double again. Of an account the newest counts. Other witnesses never
 * outvote a trusted one: theirs do not count against it, up to {@link recentDays} days after it.
 *
 * @param today ISO 8601 date by the place's clock
 */
export function observedPlace(observations: readonly Observation[], today: string): ObservedPlace {
  const aged = observations
    .map((observation) => ({ ...observation, age: daysBetween(observation.day, today) }))
    .filter(({ age }) => age < observedDays)
    .sort((a, b) => a.age - b.age);
  const runs: LikelyRun[] = [];
  for (const [kind, name] of dayKinds.entries()) {
    const ofKind = aged.filter((observation) => observation.kind === name);
    if (ofKind.length < leastWitnesses) continue;
    for (let slot = 0; slot < slotsPerDay; slot++) {
      const found = resultOf(ofKind.filter(({ hour }) => isNear(hour, slot)));
      if (found === null) continue;
      const { open, witnesses, last, recent } = found;
      const run = [kind, slot, slot + 1, open ? 1 : 0, witnesses, last, recent] as const;
      const before = runs.at(-1);
      if (before && goesOn(before, run)) runs[runs.length - 1] = before.with(2, slot + 1) as never;
      else runs.push(run);
    }
  }
  const open = aged.filter((observation) => observation.open).length;
  const changes = aged.flatMap(({ day, age }) =>
    [recentDays, observedDays].filter((days) => days > age).map((days) => dayAfter(day, days)),
  );
  return { open, closed: aged.length - open, runs, until: changes.sort().at(0) ?? null };
}

interface AgedObservation extends Observation {
  readonly age: number;
}

/** Result of the observations of about one time, the newest first; null where they agree on nothing. */
function resultOf(observations: readonly AgedObservation[]) {
  const ofPeople = observations.filter(
    ({ account }, index) =>
      account === null || observations.findIndex((other) => other.account === account) === index,
  );
  const trusted = ofPeople.filter((observation) => observation.trusted);
  const counted = ofPeople.filter(
    ({ trusted: isTrusted, open, age }) =>
      isTrusted || !trusted.some((other) => other.open !== open && other.age - age <= recentDays),
  );
  const total = sumWeights(counted);
  for (const open of [true, false]) {
    const agreeing = counted.filter((observation) => observation.open === open);
    const days = new Set(agreeing.map(({ day }) => day));
    if (days.size < leastWitnesses || 5 * sumWeights(agreeing) < 4 * total) continue;
    const recent = agreeing.filter(({ age }) => age < recentDays).length;
    return { open, witnesses: agreeing.length, last: agreeing[0].day, recent };
  }
  return null;
}

function sumWeights(observations: readonly AgedObservation[]): number {
  return observations.reduce(
    (sum, { trusted, age }) => sum + (trusted ? 2 : 1) * (age < recentDays ? 2 : 1),
    0,
  );
}

/** Whether an observation of an hour counts in a half hour. */
function isNear(hour: number, slot: number): boolean {
  return slot >= 2 * hour - 1 && slot <= 2 * hour + 2;
}

function goesOn(before: LikelyRun, run: LikelyRun): boolean {
  return before[2] === run[1] && [0, 3, 4, 5, 6].every((field) => before[field] === run[field]);
}

/** What visitors found at about a time. */
export interface LikelyResult {
  readonly open: boolean;
  readonly witnesses: number;
  /** Day of the last one, an ISO 8601 date. */
  readonly last: string;
  /** Number of witnesses of the last {@link recentDays} days. */
  readonly recent: number;
  /** Minute of the day at which the result ends. */
  readonly untilMinute: number;
}

/** Result of the observations at a local time; null where there is none. */
export function likelyAt(
  runs: readonly LikelyRun[],
  kind: DayKind,
  minuteOfDay: number,
): LikelyResult | null {
  const slot = Math.floor(minuteOfDay / slotMinutes);
  const run = runs.find(([of, from, to]) => dayKinds[of] === kind && from <= slot && slot < to);
  if (run === undefined) return null;
  const [, , to, open, witnesses, last, recent] = run;
  return { open: open === 1, witnesses, last, recent, untilMinute: to * slotMinutes };
}

function daysBetween(day: string, today: string): number {
  return Math.round((Date.parse(today) - Date.parse(day)) / dayMs);
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}
