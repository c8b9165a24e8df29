import type { Logger } from "pino";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { Database } from "#server/database/schema.ts";

export interface PlaceFeedOptions {
  readonly database: Database;
  readonly placeIndex: PlaceIndex;
  readonly now: () => Date;
  readonly log: Logger;
  /** Time between two looks at the database. */
  readonly intervalMs?: number;
}

/** The running change feed. Disposing it waits for the look in progress. */
export interface PlaceFeed extends AsyncDisposable {
  /** Milliseconds since the place index last agreed with the database. */
  ageMs(): number;
}

/** Keeps the place index in step with what any process writes to the database. */
export function followPlaceChanges(_options: PlaceFeedOptions): PlaceFeed {
  throw new Error("not written yet");
}
