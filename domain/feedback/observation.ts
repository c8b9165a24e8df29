import * as v from "valibot";
import { instantSchema } from "#domain/validation/instant-schema.ts";

/*
 * Answers at the door: whether a place is open, and then one fact (docs/product#observation, docs/decisions/068).
 */

/** Time after which an observation that was made without a connection is too old. */
const observationAgeMs = 24 * 60 * 60_000;

/** Whether a place is open now, from a form or the API. */
export const observationSchema = /* @__PURE__ */ (() =>
  v.strictObject({
    open: v.boolean(),
    at: v.optional(
      v.pipe(
        instantSchema,
        v.description(
          "instant of an observation that was made without a connection: at most 24 hours old, never in the future",
        ),
      ),
    ),
  }))();

/** Whether an instant of an observation can be taken. */
export function isObservable(at: Date, now: Date): boolean {
  const ageMs = now.getTime() - at.getTime();
  return ageMs >= 0 && ageMs <= observationAgeMs;
}

/** An answer about a fact. */
export interface FactAnswer {
  readonly yes: boolean;
  /** Day by the place's clock, an ISO 8601 date. */
  readonly day: string;
  /** Account of the witness; null for a visitor without one. */
  readonly account: string | null;
}

/**
 * What answers about a fact say, the newest first: 'contradiction' where they differ; null while fewer than two
 * witnesses of different days have answered. Of an account the newest counts.
 */
export function agreedFact(answers: readonly FactAnswer[]): boolean | "contradiction" | null {
  const ofPeople = answers.filter(
    ({ account }, index) =>
      account === null || answers.findIndex((other) => other.account === account) === index,
  );
  if (ofPeople.length === 0) return null;
  const [{ yes }] = ofPeople;
  if (ofPeople.some((answer) => answer.yes !== yes)) return "contradiction";
  return new Set(ofPeople.map(({ day }) => day)).size >= 2 ? yes : null;
}

/** What a browser remembers of the questions, to ask rarely. */
export interface AskedMemory {
  /** Whether one was asked in this visit. */
  readonly inVisit: boolean;
  /** Instants of the last dismissals, in milliseconds, the newest last. */
  readonly dismissedMs: readonly number[];
}

const quietMs = 7 * 24 * 60 * 60_000;

/** Number of dismissals after which a week without questions begins. */
export const dismissalsBeforeQuiet = 2;

/** Whether a visitor may be asked: once a visit, and not for a week after two dismissals. */
export function mayAsk({ inVisit, dismissedMs }: AskedMemory, now: Date): boolean {
  if (inVisit) return false;
  const last = dismissedMs.at(-1);
  const isQuiet = dismissedMs.length >= dismissalsBeforeQuiet && last !== undefined;
  return !isQuiet || now.getTime() >= last + quietMs;
}
