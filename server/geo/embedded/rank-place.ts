import type { Coordinates } from "#domain/coordinates.ts";
import { distanceMeters } from "#domain/distance.ts";
import type { GazetteerPlace } from "./gazetteer-place.ts";
import type { NameMatch } from "./name-index.ts";

/** What a match is worth, in powers of ten of population. */
const matchWorth = { whole: 4, beginning: 2, word: 1, similar: 0 };
const worthOfEdit = -1.5;
const worthOfOtherName = -0.3;
/** Most of those who search here are in Hungary. */
const worthOfHungary = 2.5;
/** On the spot; a third of it is left at this distance, and so on. */
const worthOfNearness = 2;
const nearMeters = 50_000;

/** About as many people as live in a district of Budapest. */
const districtPopulation = 75_000;

/** The higher, the more likely it is what was meant. */
export function rankPlace(match: NameMatch<GazetteerPlace>, near: Coordinates | null): number {
  const { place } = match;
  const { population, country, position } = place.settlement;
  const people = place.kind === "district" ? districtPopulation : Math.max(population, 100);
  let rank = matchWorth[match.kind] + match.edits * worthOfEdit + Math.log10(people);
  if (match.isOtherName) rank += worthOfOtherName;
  if (country === "HU") rank += worthOfHungary;
  if (near !== null)
    rank += worthOfNearness * Math.exp(-distanceMeters(near, position) / nearMeters);
  return rank;
}
