import type { Geo, GeoSearchOptions } from "#server/geo/geo.ts";
import type { Usage } from "#server/metrics/usage.ts";

interface GeoServiceDeps {
  readonly geo: Geo;
  /** Middle of the operator's area, near which a search looks that names no point (docs/product#border). */
  readonly middle: GeoSearchOptions["near"];
  readonly usage: Pick<Usage, "recordEmptySearch">;
}

/** Address search, reverse lookup and directions, from the best provider that answers. */
export function geoServices({ geo, middle, usage }: GeoServiceDeps): Geo {
  const nearHome = (options: GeoSearchOptions): GeoSearchOptions => ({
    ...options,
    near: options.near ?? middle,
  });
  return {
    ...geo,
    suggest: async (text, options) => {
      const answer = await geo.suggest(text, nearHome(options));
      if (answer.ok && answer.value.length === 0) usage.recordEmptySearch(options.sessionToken);
      return answer;
    },
    search: (text, options) => geo.search(text, nearHome(options)),
  };
}
