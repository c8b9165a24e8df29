import {
  type GeoAddress,
  type GeoConfidence,
  maxSuggestions,
} from "#domain/address-search/geo-address.ts";
import { distanceMeters } from "#domain/geography/distance.ts";
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
 * An extract that finds settlements outside it too, where it finds anything at all: 'Bécs' is Vienna
 * before it is Budapest's Bécsi út. Where it finds nothing or does not answer, nothing is added: the next
 * level then answers in its own name.
 *
 * @param extract makes its suggestions of the addresses that it finds (`toSuggestion`)
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
  exact: "whole",
  high: "whole",
  medium: "unfinished",
  low: "vague",
};

function toMatch(address: GeoAddress, { name }: GeoProvider, language: Language): GeoMatch {
  const suggestion = toSuggestion(address, { language, level: name });
  return { address, suggestion, fit: fitOf[address.confidence] };
}

/** Towns of one name are many; what the extract knows is not to be crowded out by them. */
const maxJoining = 3;

/** So far apart two sources may set the middle of one settlement. */
const sameNameMeters = 20_000;
/** So near to each other two settlements of one country are one, however each source calls it. */
const sameSpotMeters = 2_000;

/**
 * What an extract has found, and with it the settlements of which the whole name was typed, or which
 * answer better than anything in the extract. Each comes after what answers as well as it does, and
 * before what does less; at most {@link maxSuggestions} in all.
 *
 * @param found in the extract, the likeliest first; not empty
 * @param settlements of anywhere, the likeliest first; those that the extract has found too stay out
 */
export function mergeSettlements(
  found: readonly GeoMatch[],
  settlements: readonly GeoMatch[],
): readonly GeoMatch[] {
  const best = Math.min(...found.map(({ fit }) => rankOf(fit)));
  const joining = settlements
    .filter(({ fit }) => fit === "whole" || rankOf(fit) < best)
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

/** Whether both are the same settlement; a country that one of them does not know tells nothing. */
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
