import { reviewDecisions } from "#domain/feedback/review-report.ts";
import { closureSteps, outcomes } from "./decision.ts";

/** Kinds of tasks: what waits for staff, in the order of the page. What each is about: `TaskEntries`. */
export const taskKinds = [
  "waiting",
  "proposals",
  "reports",
  "corrections",
  "reviews",
  "rows",
] as const;

export type TaskKind = (typeof taskKinds)[number];

/** Whether a list is of tasks. */
export function isTaskKind(part: string): part is TaskKind {
  return taskKinds.some((kind) => kind === part);
}

/** Outcomes of a task by its kind, and of places that do not wait. */
export const outcomesByKind = {
  waiting: ["accept", "delete"],
  proposals: ["accepted", "declined"],
  reports: [...outcomes, ...closureSteps],
  corrections: outcomes,
  reviews: reviewDecisions,
  /** Of `same`, the version in `ids` is the id of the place that the row is. */
  rows: ["new", "same", "left-out"],
  places: ["open", "delete", "restore"],
} as const satisfies Record<TaskKind | "places", readonly string[]>;

export type DecidedKind = keyof typeof outcomesByKind;

/** What is decided on, and how. */
export type DecidedAs = {
  readonly [Kind in DecidedKind]: {
    readonly kind: Kind;
    readonly outcome: (typeof outcomesByKind)[Kind][number];
  };
}[DecidedKind];

export type DecidedOutcome = DecidedAs["outcome"];
