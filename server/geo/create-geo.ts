import type { Logger } from "pino";
import type { MapView } from "#domain/map/map-view.ts";
import type { Language } from "#domain/text/language.ts";
import { type Config, publicServices } from "#server/config/config.ts";
import type { ExtractProviders } from "#server/geo/extract/open-extract.ts";
import { waysAbroad } from "#server/geo/extract/ways-abroad.ts";
import { withTownsAbroad } from "#server/geo/extract/with-towns-abroad.ts";
import { mapboxApiUrl, mapboxContributeUrl } from "#server/geo/mapbox/mapbox-client.ts";
import { createMapboxProvider } from "#server/geo/mapbox/mapbox-provider.ts";
import { createOpenProvider } from "#server/geo/open/open-provider.ts";
import { OutsideService } from "#server/geo/outside/outside-service.ts";
import { Throttle } from "#server/geo/outside/throttle.ts";
import type { InstructionLocale } from "#server/geo/walking/instructions.ts";
import { chooseGeoPerCall, type Geo, type GeoProvider, type SettlementFinder } from "./geo.ts";
import { layerProviders } from "./layer-providers.ts";

export interface GeoDeps {
  readonly config: Pick<
    Config,
    "geoProvider" | "photonUrl" | "valhallaUrl" | "mapboxAccessToken" | "publicUrl" | "contactEmail"
  >;
  readonly log: Pick<Logger, "warn" | "info">;
  readonly embedded: GeoProvider & SettlementFinder;
  /** View that the open services prefer; Hungary's where left out. */
  readonly startView?: MapView | null;
  /** Imported extract; the operator may import it later, while the server runs. */
  readonly local: Pick<ExtractProviders, "provider" | "isImported">;
  localeOf(language: Language): InstructionLocale;
}

/** Throttle for public services: one request a second, and a queue of one, the newest. */
const politeThrottle = { intervalMs: 1_000, maxQueued: 1 };

/**
 * Geo providers for the value of `GEO_PROVIDER`, the embedded one always the last
 * (docs/product#map-levels): `embedded` is the imported extract, where there is one, and `auto` the same with
 * the open services for routes outside it, or the open services where none is imported.
 */
export function createGeo(deps: GeoDeps): Geo {
  const { embedded } = deps;
  const { geoProvider } = deps.config;
  switch (geoProvider) {
    case "embedded":
      return chooseByImport(deps, createLocal(deps), layerProviders([embedded]));
    case "auto": {
      const open = createOpen(deps);
      const withExtract = createLocal(deps, [waysAbroad(open, deps.local.provider)]);
      return chooseByImport(deps, withExtract, layerProviders([open, embedded]));
    }
    case "open":
      return layerProviders([createOpen(deps), embedded]);
    case "mapbox": {
      const mapbox = createMapbox(deps);
      return layerProviders(mapbox ? [mapbox, embedded] : [embedded]);
    }
  }
}

function chooseByImport({ local }: GeoDeps, withExtract: Geo, withoutExtract: Geo): Geo {
  return chooseGeoPerCall(async () => ((await local.isImported()) ? withExtract : withoutExtract));
}

/**
 * Provider of the extract, with towns abroad: an extract ends at its border, searches do not
 * (docs/decisions/010).
 *
 * @param abroad providers between the extract and the embedded one
 */
function createLocal({ embedded, local }: GeoDeps, abroad: readonly GeoProvider[] = []): Geo {
  return layerProviders([withTownsAbroad(local.provider, embedded), ...abroad, embedded]);
}

function createOpen({ config, log, localeOf, startView }: GeoDeps): GeoProvider {
  const userAgent = userAgentOf(config);
  const serviceOf = (name: string) => {
    const throttle = new Throttle({ ...politeThrottle, nowMs: () => performance.now() });
    return new OutsideService({ name, userAgent, log, throttle });
  };
  return createOpenProvider({
    photon: {
      service: serviceOf("photon"),
      url: config.photonUrl ?? publicServices.photon,
      startView: startView ?? undefined,
    },
    valhalla: {
      service: serviceOf("valhalla"),
      url: config.valhallaUrl ?? publicServices.valhalla,
      localeOf,
    },
  });
}

function createMapbox({ config, log }: GeoDeps): GeoProvider | null {
  const { mapboxAccessToken: accessToken } = config;
  if (accessToken === null) return null;
  const userAgent = userAgentOf(config);
  return createMapboxProvider({
    // Mapbox's terms forbid a cache of its responses.
    service: new OutsideService({ name: "mapbox", userAgent, log, ttlMs: 0 }),
    accessToken,
    apiUrl: mapboxApiUrl,
    contributeUrl: mapboxContributeUrl,
  });
}

/**
 * `User-Agent` of our calls, so that the operator of an outside service can reach the operator of
 * this one.
 */
function userAgentOf({ publicUrl, contactEmail }: GeoDeps["config"]): string {
  const contact = [publicUrl, contactEmail].filter((part) => part !== null).join("; ");
  return contact === "" ? "Mosdo/0.1" : `Mosdo/0.1 (+${contact})`;
}
