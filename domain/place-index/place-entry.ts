import type { OpeningTimes } from "#domain/opening/opening-times.ts";

/** What the place index knows of one place. */
export interface PlaceEntry {
  /** 0…2³²−1. */
  id: number;
  longitude: number;
  latitude: number;
  accepted: boolean;
  accessible: boolean;
  free: boolean;
  public: boolean;
  /** It opens with a key that some people carry, such as the Euro key. */
  forKeyHolders: boolean;
  openingTimes: OpeningTimes;
  /** IANA name of the place's own zone. */
  timeZone: string;
  city: string;
  /** Microseconds since 1970, as exact as the database keeps them. */
  addedMicros: number;
  ratingSum: number;
  /** 0 where nobody has rated the place. */
  ratingCount: number;
}

/** A place that is new or has changed, or one that is no more. */
export type PlaceChange = { kind: "put"; entry: PlaceEntry } | { kind: "remove"; id: number };
