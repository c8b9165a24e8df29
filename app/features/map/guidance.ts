import type { Coordinates } from "#domain/coordinates.ts";
import type { Directions } from "#domain/geo/directions.ts";

/** A line that leads to the chosen place, and whether it is a way or the straight line. */
export type ShownRoute = Pick<Directions, "kind" | "geometry">;

/** What the map shows of somebody who is led to the chosen place. */
export interface Guidance {
  /** Null while it is being looked for, or there is none. */
  readonly route: ShownRoute | null;
  /** Where the walker is. */
  readonly position: Coordinates;
}
