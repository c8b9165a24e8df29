import { createEmbeddedGeoProvider } from "./embedded-geo-provider.ts";
import type { Geo } from "./geo.ts";
import { layerGeoProviders } from "./layer-geo-providers.ts";

/** The levels of the map that are configured (`GEO_PROVIDER`), the embedded one always the last. */
export function createGeoProvider(): Geo {
  return layerGeoProviders([createEmbeddedGeoProvider()]);
}
