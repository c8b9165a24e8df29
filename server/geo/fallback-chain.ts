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
  notFound,
  type SettlementFinder,
  unsupportedCalls,
} from "./geo.ts";
import { toSuggestion } from "./suggestion.ts";

type Providers = readonly [GeoProvider, ...GeoProvider[]];

/**
 * Fallback chain of providers, the best first. The next one follows where a provider is unavailable, lacks the call,
 * or finds nothing that the next one may know: an extract of one country has no towns abroad. 'No route exists' is a
 * result, and so is 'the suggestion is gone'.
 */
export function createFallbackChain(providers: Providers): Geo {
  const [best, ...others] = providers;
  const ofBest = { provider: best.name, isFallback: false };
  /** Adds the number of known towns to a search where no provider knows more. */
  const withTowns = <Value>(response: GeoResponse<Value>): GeoResponse<Value> =>
    others.length > 0 ? response : { ...response, knownTowns: best.knownTowns };
  return {
    async suggest(text, options) {
      if (!isSearchableText(text)) return { ok: true, value: [], ...ofBest };
      const request = (provider: GeoProvider) => provider.suggest(text, options);
      return withTowns(await tryEach(providers, request, isNotEmpty));
    },
    async retrieve(id, options) {
      const owner = providers.find(({ name }) => id.startsWith(`${name}.`));
      if (!owner) return { ...notFound, ...ofBest };
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

/**
 * First conclusive response; else the best of the others: an empty one, or the reason of a missing one.
 *
 * @param isSettled whether a result makes the next provider superfluous, unless it is unavailable or lacks the call
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
  let isFallback = rank(best) === ranks.unavailable;
  for (const provider of others) {
    if (rank(best) >= ranks.notfound && isSettled(best)) break;
    const response = { ...(await request(provider)), provider: provider.name, isFallback };
    isFallback ||= rank(response) === ranks.unavailable;
    if (rank(response) > rank(best) || (rank(response) === rank(best) && isSettled(response)))
      best = response;
  }
  return best;
}

/** Ranks of responses: a value is even an empty list. */
const ranks = { value: 3, notfound: 2, unavailable: 1, unsupported: 0 };

function rank(result: GeoResult<unknown>): number {
  return ranks[result.ok ? "value" : result.code];
}

function isNotEmpty(result: GeoResult<readonly unknown[]>): boolean {
  return result.ok && result.value.length > 0;
}

/**
 * Adds the gazetteer's settlements outside the extract (docs/decisions/010): 'Bécs' is Vienna before it is
 * Budapest's Bécsi út. Where the extract finds nothing or is unavailable, nothing is added: the next provider then
 * responds in its own name.
 */
export function addForeignSettlements(
  extract: GeoProvider,
  gazetteer: SettlementFinder,
): GeoProvider {
  const find = async <Value>(
    text: string,
    options: GeoSearchOptions,
    toValue: (match: GeoMatch) => Value,
  ): Promise<GeoResult<Value[]>> => {
    const found = await extract.search(text, options);
    if (!found.ok) return found;
    if (found.value.length === 0) return { ok: true, value: [] };
    const matches = found.value.map((address) => toMatch(address, extract, options.language));
    const merged = mergeSettlements(matches, gazetteer.findSettlements(text, options));
    return { ok: true, value: merged.slice(0, options.limit ?? maxSuggestions).map(toValue) };
  };
  return {
    ...extract,
    suggest: (text, options) => find(text, options, ({ suggestion }) => suggestion),
    search: (text, options) => find(text, options, ({ address }) => address),
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

/** Maximum number of added settlements, so that namesakes do not crowd out the extract's suggestions. */
const maxJoining = 3;

/** Maximum distance between the middle of one settlement in two sources. */
const sameNameMeters = 20_000;
/** Distance within which two settlements of one country are the same, with any names. */
const sameSpotMeters = 2_000;

/**
 * Merges the extract's addresses with the settlements whose exact name was typed, or which match better than every
 * address of the extract. Each comes after addresses that match as well, and before those that match less; at most
 * {@link maxSuggestions} in all.
 *
 * @param found in the extract, the likeliest first; not empty
 * @param settlements of any country, the likeliest first; those that the extract has found too are left out
 */
export function mergeSettlements(
  found: readonly GeoMatch[],
  settlements: readonly GeoMatch[],
): readonly GeoMatch[] {
  const rankOf = ({ fit }: GeoMatch) => geoFits.indexOf(fit);
  const best = Math.min(...found.map(rankOf));
  const joining = settlements
    .filter((match) => match.fit === "exact" || rankOf(match) < best)
    .filter(({ address }) => !found.some((known) => isSame(known.address, address)))
    .slice(0, maxJoining);
  const joined = found.slice(0, maxSuggestions - joining.length);
  for (const settlement of joining) {
    const at = joined.findIndex((match) => rankOf(match) > rankOf(settlement));
    joined.splice(at === -1 ? joined.length : at, 0, settlement);
  }
  return joined;
}

/** Whether both are the same settlement; an unknown country of one of them does not count. */
function isSame(known: GeoAddress, settlement: GeoAddress): boolean {
  if (known.address_line1 !== "") return false;
  const countries = new Set([known.country, settlement.country].filter(Boolean));
  if (countries.size > 1) return false;
  const pointOf = ({ longitude, latitude }: GeoAddress) => [longitude, latitude] as const;
  const meters = distanceMeters(pointOf(known), pointOf(settlement));
  const isSameName = searchKey(nameOf(known)) === searchKey(nameOf(settlement));
  if (isSameName) return meters <= sameNameMeters;
  return known.precision === "settlement" && meters <= sameSpotMeters;
}

function nameOf({ precision, place, address_line2 }: GeoAddress): string {
  return precision === "district" ? address_line2 : place;
}

/**
 * Provider of routes outside the extracts, from the open services (docs/decisions/050): it sends a request only where
 * an end is outside every extract. The services receive no text of a search, and no route within the extracts.
 */
export function createForeignRouter(
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
