import type { GeoAddress, GeoConfidence } from "#domain/address-search/geo-address.ts";
import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { Language } from "#domain/text/language.ts";
import { searchKey } from "#domain/text/search-key.ts";
import {
  type GeoFit,
  type GeoMatch,
  type GeoProvider,
  type GeoResult,
  type GeoSearchOptions,
  geoFits,
  type SettlementFinder,
} from "#server/geo/geo.ts";
import { toSuggestion } from "#server/geo/suggestion.ts";

/**
 * Adds the gazetteer's settlements outside the extract (docs/decisions/010): 'Bécs' is Vienna
 * before it is Budapest's Bécsi út. Where the extract finds nothing or is unavailable, nothing is
 * added: the next provider then responds in its own name.
 *
 * @param extract provider whose suggestions are made of the addresses that it finds
 * (`toSuggestion`)
 */
export function withTownsAbroad(extract: GeoProvider, gazetteer: SettlementFinder): GeoProvider {
  const find = async (
    text: string,
    options: GeoSearchOptions,
  ): Promise<GeoResult<readonly GeoMatch[]>> => {
    const found = await extract.search(text, options);
    if (!found.ok) return found;
    if (found.value.length === 0) return { ok: true, value: [] };
    const matches = found.value.map((address) => toMatch(address, extract, options.language));
    return {
      ok: true,
      value: mergeSettlements(matches, gazetteer.findSettlements(text, options)).slice(
        0,
        options.limit ?? maxSuggestions,
      ),
    };
  };
  return {
    ...extract,
    async suggest(text, options) {
      const found = await find(text, options);
      return found.ok ? { ok: true, value: found.value.map((match) => match.suggestion) } : found;
    },
    async search(text, options) {
      const found = await find(text, options);
      return found.ok ? { ok: true, value: found.value.map(({ address }) => address) } : found;
    },
  };
}

const fitOf: Readonly<Record<GeoConfidence, GeoFit>> = {
  exact: "exact",
  high: "exact",
  medium: "unfinished",
  low: "vague",
};

function toMatch(address: GeoAddress, { name }: GeoProvider, language: Language): GeoMatch {
  const suggestion = toSuggestion(address, { language, provider: name });
  return { address, suggestion, fit: fitOf[address.confidence] };
}

/**
 * Maximum number of added settlements, so that namesakes do not crowd out the extract's
 * suggestions.
 */
const maxJoining = 3;

/** Maximum distance between the middle of one settlement in two sources. */
const sameNameMeters = 20_000;
/** Distance within which two settlements of one country are the same, with any names. */
const sameSpotMeters = 2_000;

/**
 * Merges the extract's addresses with the settlements whose exact name was typed, or which match
 * better than every address of the extract. Each comes after addresses that match as well, and
 * before those that match less; at most {@link maxSuggestions} in all.
 *
 * @param found in the extract, the likeliest first; not empty
 * @param settlements settlements of any country, the likeliest first; those that the extract has
 *   found too are left out
 */
export function mergeSettlements(
  found: readonly GeoMatch[],
  settlements: readonly GeoMatch[],
): readonly GeoMatch[] {
  const best = Math.min(...found.map(({ fit }) => rankOf(fit)));
  const joining = settlements
    .filter(({ fit }) => fit === "exact" || rankOf(fit) < best)
    .filter(({ address }) => !found.some((known) => isSame(known.address, address)))
    .slice(0, maxJoining);
  const joined = found.slice(0, maxSuggestions - joining.length);
  for (const settlement of joining) {
    const at = joined.findIndex(({ fit }) => rankOf(fit) > rankOf(settlement.fit));
    joined.splice(at === -1 ? joined.length : at, 0, settlement);
  }
  return joined;
}

function rankOf(fit: GeoFit): number {
  return geoFits.indexOf(fit);
}

/** Whether both are the same settlement; an unknown country of one of them does not count. */
function isSame(known: GeoAddress, settlement: GeoAddress): boolean {
  if (known.address_line1 !== "") return false;
  const countries = new Set([known.country, settlement.country].filter((code) => code !== ""));
  if (countries.size > 1) return false;
  const meters = distanceMeters(pointOf(known), pointOf(settlement));
  const isSameName = searchKey(nameOf(known)) === searchKey(nameOf(settlement));
  if (isSameName) return meters <= sameNameMeters;
  return known.precision === "settlement" && meters <= sameSpotMeters;
}

function nameOf({ precision, place, address_line2 }: GeoAddress): string {
  return precision === "district" ? address_line2 : place;
}

function pointOf({ longitude, latitude }: GeoAddress): [number, number] {
  return [longitude, latitude];
}
