import type { GeoProvider } from "#server/geo/geo.ts";
import type { ExtractProvider } from "./extract-provider.ts";

/**
 * Level of the open services for ways outside the extracts alone (docs/decisions/050): it is asked where the extracts
 * have no way, and asks the services only where one of the ends is outside every extract. No text of a search goes
 * there, and no way within the extracts.
 */
export function waysAbroad(
  open: GeoProvider,
  extracts: Pick<ExtractProvider, "isOutside">,
): GeoProvider {
  const none = async () => ({ ok: false, code: "unsupported" }) as const;
  return {
    name: open.name,
    suggest: none,
    // An address that was suggested before the import is in its id; no service is asked.
    retrieve: open.retrieve,
    search: none,
    category: none,
    reverse: none,
    async directions(from, to, options) {
      const isAbroad = (await extracts.isOutside(from)) || (await extracts.isOutside(to));
      return isAbroad ? open.directions(from, to, options) : none();
    },
    staticImage: none,
    correct: none,
  };
}
