const outcomes = ["done", "declined"] as const;

/** Outcome of a report or a correction that staff settle. */
export type Outcome = (typeof outcomes)[number];
