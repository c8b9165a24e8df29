import type { GeoAddress, GeoConfidence } from "#domain/address-search/geo-address.ts";
import { isSearchableText, maxSuggestions } from "#domain/address-search/search-limits.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { Language } from "#domain/text/language.ts";
import { searchKey } from "#domain/text/search-key.ts";
import type { ExtractProvider } from "./extract/extract-provider.ts";
import {
  type Geo,
  type GeoFit,
  type GeoMatch,
  type GeoProvider,
  type GeoResponse,
  type GeoResult,
  type GeoSearchOptions,
  geoFits,
  type SettlementFinder,
  unsupportedCalls,
} from "./geo.ts";
import { toSuggestion } from "./suggestion.ts";

type Providers = readonly [GeoProvider, ...GeoProvider[]];

/**
 * Fallback chain of providers: each call goes to the best provider that can. The next one follows
 * where a provider is unavailable, lacks the call, or finds nothing that the next one may know: an
 * extract of one country has no towns abroad. 'No route exists' is a result, and so is 'the
 * suggestion is gone'.
 *
 * @param providers the best first
 */
export function layerProviders(providers: Providers): Geo {
  const [best, ...others] = providers;
  /** Adds the number of known towns to a search where no provider knows more. */
  const withTowns = <Value>(response: GeoResponse<Value>): GeoResponse<Value> =>
    others.length > 0 ? response : { ...response, knownTowns: best.knownTowns };
  return {
    async suggest(text, options) {
      if (!isSearchableText(text)) return emptyResponse(providers);
      const request = (provider: GeoProvider) => provider.suggest(text, options);
      return withTowns(await tryEach(providers, request, isNotEmpty));
    },
    async retrieve(id, options) {
      const owner = providers.find(({ name }) => id.startsWith(`${name}.`));
      if (!owner)
        return { ok: false, code: "notfound", provider: providers[0].name, isFallback: false };
      return tryEach([owner], (provider) => provider.retrieve(id, options));
    },
    async search(text, options) {
      const request = (provider: GeoProvider) => provider.search(text, options);
      return withTowns(await tryEach(providers, request, isNotEmpty));
    },
    category: (category, options) =>
      tryEach(providers, (provider) => provider.category(category, options)),
    reverse: (position, options) =>
      tryEach(
        providers,
        (provider) => provider.reverse(position, options),
        ({ ok }) => ok,
      ),
    directions: (from, to, options) =>
      tryEach(providers, (provider) => provider.directions(from, to, options)),
    staticImage: (view, options) =>
      tryEach(providers, (provider) => provider.staticImage(view, options)),
    correct: (correction, senderEmail) =>
      tryEach(providers, (provider) => provider.correct(correction, senderEmail)),
  };
}

/** Empty response for a text that is too short to search (docs/product#suggestions). */
function emptyResponse([{ name }]: Providers): GeoResponse<readonly []> {
  return { ok: true, value: [], provider: name, isFallback: false };
}

/**
 * First conclusive response; else the best of the others: an empty one, or the reason of a missing
 * one.
 *
 * @param isSettled whether a result makes the next provider superfluous; an unavailable provider,
 * or one without the call, never does
 */
async function tryEach<Value>(
  [first, ...others]: Providers,
  request: (provider: GeoProvider) => Promise<GeoResult<Value>>,
  isSettled: (result: GeoResult<Value>) => boolean = () => true,
): Promise<GeoResponse<Value>> {
  let best: GeoResponse<Value> = {
    ...(await request(first)),
    provider: first.name,
    isFallback: false,
  };
  let isFallback = isUnavailable(best);
  for (const provider of others) {
    if (isAvailable(best) && isSettled(best)) break;
    const response = { ...(await request(provider)), provider: provider.name, isFallback };
    isFallback ||= isUnavailable(response);
    if (rank(response) > rank(best) || (rank(response) === rank(best) && isSettled(response)))
      best = response;
  }
  return best;
}

function isAvailable<Value>(result: GeoResult<Value>): boolean {
  return result.ok || result.code === "notfound";
}

function isUnavailable<Value>(result: GeoResult<Value>): boolean {
  return !result.ok && result.code === "unavailable";
}

/**
 * Rank of a response: a value, even an empty list, before 'not found', that before 'unavailable',
 * that before 'unsupported'.
 */
function rank<Value>(response: GeoResponse<Value>): number {
  if (response.ok) return 3;
  return { notfound: 2, unavailable: 1, unsupported: 0 }[response.code];
}

function isNotEmpty(result: GeoResult<readonly unknown[]>): boolean {
  return result.ok && result.value.length > 0;
}

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

/**
 * Provider of routes outside the extracts, from the open services (docs/decisions/050): it comes
 * after the extracts, and sends a request only where one of the ends is outside every extract. The
 * services receive no text of a search, and no route within the extracts.
 */
export function waysAbroad(
  open: GeoProvider,
  extracts: Pick<ExtractProvider, "isOutside">,
): GeoProvider {
  return {
    ...unsupportedCalls,
    name: open.name,
    // An address that was suggested before the import is in its id; this needs no service.
    retrieve: open.retrieve,
    async directions(from, to, options) {
      const isAbroad = (await extracts.isOutside(from)) || (await extracts.isOutside(to));
      return (isAbroad ? open : unsupportedCalls).directions(from, to, options);
    },
  };
}
