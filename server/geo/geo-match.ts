import type { GeoAddress } from "#domain/geo/geo-address.ts";
import type { GeoSuggestion } from "#domain/geo/geo-suggestion.ts";
import type { GeoSearchOptions } from "./geo-provider.ts";

/**
 * How a found place answers what was typed, the best first: its whole name or address was typed, or the
 * beginning or some words of it, or something like it, or something that it is only a part of.
 */
export const geoFits = ["whole", "unfinished", "vague"] as const;

export type GeoFit = (typeof geoFits)[number];

/** Something that was found, as a search and as a suggestion have it. */
export interface GeoMatch {
  readonly address: GeoAddress;
  readonly suggestion: GeoSuggestion;
  readonly fit: GeoFit;
}

/** Whoever finds settlements by their names at once, without asking anyone. */
export interface SettlementFinder {
  /** The likeliest first. */
  findSettlements(
    text: string,
    options: Pick<GeoSearchOptions, "language" | "near" | "countries" | "bbox" | "limit">,
  ): readonly GeoMatch[];
}
