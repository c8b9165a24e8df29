import type { Logger } from "pino";
import type { Language } from "#domain/language.ts";
import type { Config } from "#server/config/config.ts";
import { chooseEachTime } from "./choose-each-time.ts";
import { completeExtract } from "./complete-extract.ts";
import type { Geo } from "./geo.ts";
import type { SettlementFinder } from "./geo-match.ts";
import type { GeoProvider } from "./geo-provider.ts";
import { layerGeoProviders } from "./layer-geo-providers.ts";
import { mapboxApiUrl, mapboxContributeUrl } from "./mapbox/mapbox-styles.ts";
import { createMapboxGeoProvider } from "./mapbox-geo-provider.ts";
import { createOpenGeoProvider } from "./open-geo-provider.ts";
import type { LocalLevel } from "./open-local-level.ts";
import { CallPace } from "./outside/call-pace.ts";
import { OutsideService } from "./outside/outside-service.ts";
import type { Speaker } from "./walking-instructions/compose-instruction.ts";

export interface GeoDeps {
  readonly config: Pick<
    Config,
    "geoProvider" | "photonUrl" | "valhallaUrl" | "mapboxAccessToken" | "publicUrl" | "contactEmail"
  >;
  readonly log: Pick<Logger, "warn" | "info">;
  readonly embedded: GeoProvider & SettlementFinder;
  /** One's own extract, which may be imported later. */
  readonly local: Pick<LocalLevel, "provider" | "isImported">;
  speakerOf(language: Language): Speaker;
}

/** Public instances, which allow modest use by those who say who they are. */
const publicPhotonUrl = "https://photon.komoot.io";
const publicValhallaUrl = "https://valhalla1.openstreetmap.de";

/** At most one question a second to each service, and one that waits for its turn: the newest. */
const politePace = { intervalMs: 1_000, maxWaiting: 1 };

/**
 * The levels of the map that `GEO_PROVIDER` stands for, the embedded one always the last: `auto` is one's
 * own extract where one is imported, else the open services.
 */
export function createGeoProvider(deps: GeoDeps): Geo {
  const { embedded } = deps;
  const { geoProvider, mapboxAccessToken } = deps.config;
  if (mapboxAccessToken !== null && geoProvider !== "mapbox") {
    deps.log.warn("MAPBOX_ACCESS_TOKEN is set, but only GEO_PROVIDER=mapbox uses it");
  }
  switch (geoProvider) {
    case "embedded":
      return layerGeoProviders([embedded]);
    case "auto":
      return createAuto(deps);
    case "open":
      return layerGeoProviders([createOpen(deps), embedded]);
    case "local":
      void warnWithoutImport(deps);
      return createLocal(deps);
    case "mapbox": {
      const mapbox = createMapbox(deps);
      return layerGeoProviders(mapbox ? [mapbox, embedded] : [embedded]);
    }
  }
}

function createAuto(deps: GeoDeps): Geo {
  const { embedded, local } = deps;
  const withExtract = createLocal(deps);
  const withoutExtract = layerGeoProviders([createOpen(deps), embedded]);
  return chooseEachTime(async () => ((await local.isImported()) ? withExtract : withoutExtract));
}

/** An extract ends at its border, what people search for does not. */
function createLocal({ embedded, local }: GeoDeps): Geo {
  return layerGeoProviders([completeExtract(local.provider, embedded), embedded]);
}

async function warnWithoutImport({ local, log }: GeoDeps): Promise<void> {
  if (await local.isImported()) return;
  log.warn(
    "GEO_PROVIDER is 'local', but no extract is imported yet: npm run import -- FILE.osm.pbf",
  );
}

function createOpen({ config, log, speakerOf }: GeoDeps): GeoProvider {
  const userAgent = userAgentOf(config);
  const serviceOf = (name: string) => {
    const pace = new CallPace({ ...politePace, nowMs: () => performance.now() });
    return new OutsideService({ name, userAgent, log, pace });
  };
  return createOpenGeoProvider({
    photon: { service: serviceOf("photon"), url: config.photonUrl ?? publicPhotonUrl },
    valhalla: {
      service: serviceOf("valhalla"),
      url: config.valhallaUrl ?? publicValhallaUrl,
      speakerOf,
    },
  });
}

function createMapbox({ config, log }: GeoDeps): GeoProvider | null {
  const { mapboxAccessToken: accessToken } = config;
  if (accessToken === null) return null;
  const userAgent = userAgentOf(config);
  return createMapboxGeoProvider({
    // Its terms do not allow to keep what it answers.
    service: new OutsideService({ name: "mapbox", userAgent, log, keepMs: 0 }),
    accessToken,
    apiUrl: mapboxApiUrl,
    contributeUrl: mapboxContributeUrl,
  });
}

/** Who we are, so that whoever runs a service can reach whoever runs this one. */
function userAgentOf({ publicUrl, contactEmail }: GeoDeps["config"]): string {
  const contact = [publicUrl, contactEmail].filter((part) => part !== null).join("; ");
  return contact === "" ? "Mosdo/0.1" : `Mosdo/0.1 (+${contact})`;
}
