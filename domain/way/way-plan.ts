import {
  type Coordinates,
  formatCoordinates,
  parseCoordinates,
} from "#domain/geography/coordinates.ts";

/** Ways to travel. */
export const travelModes = ["foot", "bicycle", "car"] as const;

export type TravelMode = (typeof travelModes)[number];

/** Detour that is taken where none is named, in metres, and the speed where no router knows better, in km/h. */
export const travelDefaults: Readonly<Record<TravelMode, { detour: number; speed: number }>> = {
  foot: { detour: 300, speed: 4 },
  bicycle: { detour: 500, speed: 15 },
  car: { detour: 1_000, speed: 50 },
};

/** Length of the longest way, in metres. */
export const maxWayMeters = 300_000;
/** Maximum number of places of a way. */
export const maxWayPlaces = 300;
/** Maximum number of points of a line that is sent. */
export const maxLinePoints = 10_000;
export const maxDetourMeters = 2_000;
export const maxSpeed = 200;

/** Detours, speeds by the way to travel, and lengths of a stretch in minutes to choose from. */
export const detourChoices = [100, 300, 500, 1_000, maxDetourMeters] as const;
export const speedChoices: Readonly<Record<TravelMode, readonly number[]>> = {
  foot: [3, 4, 5, 6, 8, 10],
  bicycle: [10, 15, 20, 25, 30],
  car: [30, 50, 70, 90, 110],
};
export const stretchChoices = [20, 30, 45, 60] as const;

/** One end of a way. */
export interface WayEnd {
  readonly coordinates: Coordinates;
  /** Empty where it is unknown. */
  readonly name: string;
}

/** The way that the map page's URL names, as far as it does (docs/product#ways). */
export interface WayPlan {
  readonly from: WayEnd | null;
  readonly to: WayEnd | null;
  readonly by: TravelMode;
  /** Metres. */
  readonly detour: number;
  /** Minutes from which a stretch without a stop is marked; null without. */
  readonly stretch: number | null;
  /**
   * One's own track, which takes the place of the ends: the name of its file, and a digest of its line, which the URL
   * does not have. See {@link trackName}.
   */
  readonly track: string | null;
  /** Speed along the track, in km/h. */
  readonly speed: number;
}

/** A value of a query parameter; null for an absent one, and for a malformed one, which is noted. */
export type ReadParameter = <Value>(
  name: string,
  parse: (text: string) => Value | null,
) => Value | null;

/** Parses the parameters of a way: `from`, `from_name`, `to`, `to_name`, `by`, `detour`, `stretch`, `track`, `speed`. */
export function parseWayPlan(read: ReadParameter): WayPlan {
  const by = read("by", (text) => travelModes.find((mode) => mode === text) ?? null) ?? "foot";
  const end = (name: "from" | "to"): WayEnd | null => {
    const coordinates = read(name, parseCoordinates);
    const named = read(`${name}_name`, (text) => text.slice(0, maxNameLength)) ?? "";
    return coordinates && { coordinates, name: named };
  };
  const number = (name: string, max: number) =>
    read(name, (text) => (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= max ? +text : null));
  return {
    ...{ from: end("from"), to: end("to"), by },
    detour: number("detour", maxDetourMeters) ?? travelDefaults[by].detour,
    stretch: number("stretch", maxStretchMinutes),
    track: read("track", (text) => text.slice(0, maxNameLength)) || null,
    speed: number("speed", maxSpeed) ?? travelDefaults[by].speed,
  };
}

const maxNameLength = 120;
const maxStretchMinutes = 24 * 60;

/** A plan's parameters in a fixed order, without defaults. */
export function wayPlanPairs(plan: WayPlan): string[] {
  const { from, to, by, detour, stretch, track, speed } = plan;
  const ofEnd = (name: string, end: WayEnd | null) => [
    end && `${name}=${formatCoordinates(end.coordinates)}`,
    end?.name && `${name}_name=${encodeURIComponent(end.name)}`,
  ];
  const pairs = [
    ...ofEnd("from", from),
    ...ofEnd("to", to),
    track && `track=${encodeURIComponent(track)}`,
    by !== "foot" && `by=${by}`,
    detour !== travelDefaults[by].detour && `detour=${detour}`,
    stretch && `stretch=${stretch}`,
    speed !== travelDefaults[by].speed && `speed=${speed}`,
  ];
  return pairs.filter((pair) => typeof pair === "string" && pair !== "") as string[];
}

/** Name of a track by what the URL has of it. */
export function trackName(track: string): string {
  return track.replace(/~[0-9a-z]+$/, "");
}

/** Whether a plan names a whole way. */
export function isWhole({ from, to, track }: WayPlan): boolean {
  return track !== null || (from !== null && to !== null);
}

/** A plan by another way to travel, with its defaults. */
export function travelBy(plan: WayPlan, by: TravelMode): WayPlan {
  return { ...plan, by, ...travelDefaults[by] };
}
