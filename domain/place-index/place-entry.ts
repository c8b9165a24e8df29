import type { OpeningTimes } from "#domain/opening/seven-entries.ts";
import type { HoursText } from "#domain/opening/status-changes.ts";
import type { FlagSource } from "./place-flags.ts";

/** A place as the place index knows it. */
export interface PlaceEntry extends FlagSource {
  /** 0…2³²−1. */
  id: number;
  longitude: number;
  latitude: number;
  openingTimes: OpeningTimes;
  /** IANA name of the place's zone. */
  timeZone: string;
  /** Text of opening hours, absent or null without one. */
  hours?: HoursText | null;
  /** Instant until which it is closed for now, in milliseconds since 1970; null where it is not. */
  closedUntilMs: number | null;
  city: string;
  /** Microseconds since 1970, as exact as in the database. */
  addedMicros: number;
  ratingSum: number;
  /** 0 for a place without ratings. */
  ratingCount: number;
}

/** A new, changed or removed place. */
export type EntryChange = { kind: "put"; entry: PlaceEntry } | { kind: "remove"; id: number };

/** The place that a change is about. */
export function changedId(change: EntryChange): number {
  return change.kind === "put" ? change.entry.id : change.id;
}
