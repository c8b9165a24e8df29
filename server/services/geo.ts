import type { Geo, GeoSearchOptions } from "#server/geo/geo.ts";
import type { Usage } from "#server/metrics/usage.ts";

interface GeoServiceDeps {
  readonly geo: Geo;
  /** Middle of the operator's area, the default point of searches (docs/product#border). */
  readonly middle: GeoSearchOptions["near"];
  readonly usage: Pick<Usage, "recordEmptySearch">;
}

/** Address search, reverse lookup and directions, from the best available provider. */
export function geoServices({ geo, middle, usage }: GeoServiceDeps): Geo {
  const nearHome = (options: GeoSearchOptions): GeoSearchOptions => ({
    ...options,
    near: options.near ?? middle,
  });
  return {
    ...geo,
    suggest: async (text, options) => {
      const result = await geo.suggest(text, nearHome(options));
      if (result.ok && result.value.length === 0) usage.recordEmptySearch(options.sessionToken);
      return result;
    },
    search: (text, options) => geo.search(text, nearHome(options)),
  };
}
