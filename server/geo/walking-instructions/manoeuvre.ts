/** What happens at a point of a walk, whatever the router calls it. */
export type ManoeuvreKind =
  | "depart"
  | "continue"
  | "slightRight"
  | "right"
  | "sharpRight"
  | "turnAround"
  | "sharpLeft"
  | "left"
  | "slightLeft"
  | "roundabout"
  | "leaveRoundabout"
  | "ferry"
  | "leaveFerry"
  | "elevator"
  | "steps"
  | "escalator"
  | "enterBuilding"
  | "leaveBuilding"
  | "arrive"
  | "arriveRight"
  | "arriveLeft";

export interface Manoeuvre {
  readonly kind: ManoeuvreKind;
  /** What the way is called that one is on after it, the usual name first; empty where it has none. */
  readonly streetNames: readonly string[];
  /** How far one walks until the next manoeuvre. */
  readonly lengthMeters: number;
}

/**
 * Valhalla's types of manoeuvre, by their numbers (its `DirectionsLeg.Maneuver.Type`). Types that no
 * walk has, such as motorway exits, count as the turn that they are nearest to, and an unknown one
 * as going on.
 */
export function manoeuvreKindOf(valhallaType: number): ManoeuvreKind {
  return valhallaKinds.get(valhallaType) ?? "continue";
}

const valhallaKinds: ReadonlyMap<number, ManoeuvreKind> = new Map([
  [1, "depart"],
  [2, "depart"],
  [3, "depart"],
  [4, "arrive"],
  [5, "arriveRight"],
  [6, "arriveLeft"],
  [9, "slightRight"],
  [10, "right"],
  [11, "sharpRight"],
  [12, "turnAround"],
  [13, "turnAround"],
  [14, "sharpLeft"],
  [15, "left"],
  [16, "slightLeft"],
  [18, "right"],
  [19, "left"],
  [20, "slightRight"],
  [21, "slightLeft"],
  [23, "slightRight"],
  [24, "slightLeft"],
  [26, "roundabout"],
  [27, "leaveRoundabout"],
  [28, "ferry"],
  [29, "leaveFerry"],
  [37, "slightRight"],
  [38, "slightLeft"],
  [39, "elevator"],
  [40, "steps"],
  [41, "escalator"],
  [42, "enterBuilding"],
  [43, "leaveBuilding"],
]);
