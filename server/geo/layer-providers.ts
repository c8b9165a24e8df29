import { isSearchableText } from "#domain/address-search/geo-address.ts";
import type { Geo, GeoAnswer, GeoProvider, GeoResult } from "./geo.ts";

type Providers = readonly [GeoProvider, ...GeoProvider[]];

/**
 * Answers each call from the best level that can. The next one is asked where a level does not answer,
 * has no such call, or knows nothing of a place that the next may know: one's own extract of a country
 * has no towns abroad. A way that does not exist is an answer, and so is a suggestion that is gone.
 *
 * @param providers the best first
 */
export function layerProviders(providers: Providers): Geo {
  return {
    async suggest(text, options) {
      if (!isSearchableText(text)) return nothingYet(providers);
      return askEach(providers, (provider) => provider.suggest(text, options), isNotEmpty);
    },
    async retrieve(id, options) {
      const owner = providers.find(({ name }) => id.startsWith(`${name}.`));
      if (!owner)
        return { ok: false, code: "notfound", level: providers[0].name, isFallback: false };
      return askEach([owner], (provider) => provider.retrieve(id, options));
    },
    search: (text, options) =>
      askEach(providers, (provider) => provider.search(text, options), isNotEmpty),
    category: (category, options) =>
      askEach(providers, (provider) => provider.category(category, options)),
    reverse: (position, options) =>
      askEach(
        providers,
        (provider) => provider.reverse(position, options),
        ({ ok }) => ok,
      ),
    directions: (from, to, options) =>
      askEach(providers, (provider) => provider.directions(from, to, options)),
    staticImage: (view, options) =>
      askEach(providers, (provider) => provider.staticImage(view, options)),
    correct: (correction, senderEmail, options) =>
      askEach(providers, (provider) => provider.correct(correction, senderEmail, options)),
  };
}

/** Too short a text is no question yet (docs/product#suggestions). */
function nothingYet([{ name }]: Providers): GeoAnswer<readonly []> {
  return { ok: true, value: [], level: name, isFallback: false };
}

/**
 * The first answer that settles the question; where none does, the best level's own answer, which is then
 * an empty one or the reason why there is none.
 *
 * @param isSettled whether a result makes the next level superfluous; a level that is unavailable or has
 *   no such call never does
 */
async function askEach<Value>(
  [first, ...others]: Providers,
  ask: (provider: GeoProvider) => Promise<GeoResult<Value>>,
  isSettled: (result: GeoResult<Value>) => boolean = () => true,
): Promise<GeoAnswer<Value>> {
  let best: GeoAnswer<Value> = { ...(await ask(first)), level: first.name, isFallback: false };
  let isFallback = isUnavailable(best);
  for (const provider of others) {
    if (hasSpoken(best) && isSettled(best)) break;
    const answer = { ...(await ask(provider)), level: provider.name, isFallback };
    isFallback ||= isUnavailable(answer);
    if (rank(answer) > rank(best) || (rank(answer) === rank(best) && isSettled(answer)))
      best = answer;
  }
  return best;
}

function hasSpoken<Value>(result: GeoResult<Value>): boolean {
  return result.ok || result.code === "notfound";
}

function isUnavailable<Value>(result: GeoResult<Value>): boolean {
  return !result.ok && result.code === "unavailable";
}

/** An answer, even an empty list, before 'not found', that before 'unavailable', that before 'no such call'. */
function rank<Value>(answer: GeoAnswer<Value>): number {
  if (answer.ok) return 3;
  return { notfound: 2, unavailable: 1, unsupported: 0 }[answer.code];
}

function isNotEmpty(result: GeoResult<readonly unknown[]>): boolean {
  return result.ok && result.value.length > 0;
}
