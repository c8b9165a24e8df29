import type { GeoProvider } from "#server/geo/geo.ts";
import type { ExtractProvider } from "./extract-provider.ts";

/**
 * Provider of routes outside the extracts, from the open services (docs/decisions/050): it comes
 * after the extracts, and sends a request only where one of the ends is outside every extract. The
 * services receive no text of a search, and no route within the extracts.
 */
export function waysAbroad(
  open: GeoProvider,
  extracts: Pick<ExtractProvider, "isOutside">,
): GeoProvider {
  const none = async () => ({ ok: false, code: "unsupported" }) as const;
  return {
    name: open.name,
    suggest: none,
    // An address that was suggested before the import is in its id; this needs no service.
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
