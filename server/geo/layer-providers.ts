import { isSearchableText } from "#domain/address-search/search-limits.ts";
import type { Geo, GeoProvider, GeoResponse, GeoResult } from "./geo.ts";

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
