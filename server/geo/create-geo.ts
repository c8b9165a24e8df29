import { resolve } from "node:path";
import type { Logger } from "pino";
import type { MapView } from "#domain/map/map-view.ts";
import type { Language } from "#domain/text/language.ts";
import { type Config, publicServices } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import { MapService, Throttle } from "#server/geo/map-service/map-service.ts";
import { mapboxApiUrl, mapboxContributeUrl } from "#server/geo/mapbox/mapbox-client.ts";
import { createMapboxProvider } from "#server/geo/mapbox/mapbox-provider.ts";
import { createOpenProvider } from "#server/geo/open/open-provider.ts";
import type { InstructionLocale } from "#server/geo/walking/walking-router.ts";
import {
  findValhalla,
  toWalkingRoute,
  WalkingRouter,
  WalkingTiles,
  walkingRequest,
} from "#server/geo/walking/walking-router.ts";
import {
  createExtractProvider,
  type ExtractProvider,
  type SearchLimits,
} from "./extract/extract-provider.ts";
import {
  addForeignSettlements,
  createFallbackChain,
  createForeignRouter,
} from "./fallback-chain.ts";
import { type Geo, type GeoProvider, type SettlementFinder, unsupportedCalls } from "./geo.ts";

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
 * (docs/product#map-providers): `embedded` is the imported extract, where there is one, and `auto` the same with
 * the open services for routes outside it, or the open services where none is imported.
 */
export function createGeo(deps: GeoDeps): Geo {
  const { embedded } = deps;
  const { geoProvider } = deps.config;
  switch (geoProvider) {
    case "embedded":
      return chooseByImport(deps, createLocal(deps), createFallbackChain([embedded]));
    case "auto": {
      const open = createOpen(deps);
      const withExtract = createLocal(deps, [createForeignRouter(open, deps.local.provider)]);
      return chooseByImport(deps, withExtract, createFallbackChain([open, embedded]));
    }
    case "open":
      return createFallbackChain([createOpen(deps), embedded]);
    case "mapbox": {
      const mapbox = createMapbox(deps);
      return createFallbackChain(mapbox ? [mapbox, embedded] : [embedded]);
    }
  }
}

/** Geo that chooses its providers at each call, since an import may change them at any time. */
function chooseByImport({ local }: GeoDeps, withExtract: Geo, withoutExtract: Geo): Geo {
  const choose = async () => ((await local.isImported()) ? withExtract : withoutExtract);
  return {
    suggest: async (...args) => (await choose()).suggest(...args),
    retrieve: async (...args) => (await choose()).retrieve(...args),
    search: async (...args) => (await choose()).search(...args),
    category: async (...args) => (await choose()).category(...args),
    reverse: async (...args) => (await choose()).reverse(...args),
    directions: async (...args) => (await choose()).directions(...args),
    staticImage: async (...args) => (await choose()).staticImage(...args),
    correct: async (...args) => (await choose()).correct(...args),
  };
}

/**
 * Provider of the extract, with towns abroad: an extract ends at its border, searches do not (docs/decisions/010).
 *
 * @param abroad providers between the extract and the embedded one
 */
function createLocal({ embedded, local }: GeoDeps, abroad: readonly GeoProvider[] = []): Geo {
  return createFallbackChain([
    addForeignSettlements(local.provider, embedded),
    ...abroad,
    embedded,
  ]);
}

function createOpen({ config, log, localeOf, startView }: GeoDeps): GeoProvider {
  const userAgent = userAgentOf(config);
  const serviceOf = (name: string) => {
    const throttle = new Throttle({ ...politeThrottle, nowMs: () => performance.now() });
    return new MapService({ name, userAgent, log, throttle });
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
    service: new MapService({ name: "mapbox", userAgent, log, ttlMs: 0 }),
    accessToken,
    apiUrl: mapboxApiUrl,
    contributeUrl: mapboxContributeUrl,
  });
}

/** `User-Agent` of our calls, so that the operator of an outside service can reach the operator of this one. */
export function userAgentOf({ publicUrl, contactEmail }: GeoDeps["config"]): string {
  const contact = [publicUrl, contactEmail].filter((part) => part !== null).join("; ");
  return contact === "" ? "Mosdo/0.1" : `Mosdo/0.1 (+${contact})`;
}

/** Provider `local`; disposing it stops the router. */
export interface ExtractProviders extends AsyncDisposable {
  readonly provider: ExtractProvider;
  /** Whether an extract is imported; an import into a running server is detected. */
  isImported(): Promise<boolean>;
}

export interface ExtractProvidersDeps {
  readonly database: Database;
  /** Data directory, with the walking tiles. */
  readonly dataDirectory: string;
  localeOf(language: Language): InstructionLocale;
  readonly log: Pick<Logger, "warn" | "error">;
  readonly limits?: Partial<SearchLimits>;
}

/** Opens the imported extract: the tables that an import fills, and the router where it is installed. */
export function openExtract(deps: ExtractProvidersDeps): ExtractProviders {
  const { database, dataDirectory, localeOf, log, limits } = deps;
  const tiles = new WalkingTiles(resolve(dataDirectory));
  let router: WalkingRouter | null = null;
  const findRouter = () => {
    if (router || tiles.findInUse().length === 0) return router;
    const valhalla = findValhalla();
    if (valhalla) router = new WalkingRouter({ valhalla, tiles, log });
    return router;
  };
  return {
    provider: createExtractProvider({
      database,
      walk: walkWith(findRouter, localeOf),
      log,
      limits,
    }),
    isImported: watchImports({ database, log }),
    async [Symbol.asyncDispose]() {
      await router?.[Symbol.asyncDispose]();
    },
  };
}

/** @param findRouter null without an installed router or without tiles */
export function walkWith(
  findRouter: () => Pick<WalkingRouter, "route"> | null,
  localeOf: GeoDeps["localeOf"],
): GeoProvider["directions"] {
  return async (from, to, options) => {
    const { language, avoidsSteps, by = "foot" } = options;
    if (by !== "foot") return unsupportedCalls.directions(from, to, options);
    const result = await findRouter()?.route(walkingRequest(from, to, { avoidsSteps }));
    if (!result) return unsupportedCalls.directions(from, to, options);
    if (!result.ok) return result;
    const route = toWalkingRoute(result.response, localeOf(language));
    return route ? { ok: true, value: route } : { ok: false, code: "unavailable" };
  };
}

interface WatchOptions {
  readonly database: Database;
  readonly log: Pick<Logger, "warn">;
  readonly nowMs?: () => number;
}

/** Maximum delay until an import into a running server takes effect. */
const maxAgeMs = 15_000;

/** Polls the database for an imported extract. While the database is unavailable, the last result holds. */
export function watchImports({
  database,
  log,
  nowMs = () => performance.now(),
}: WatchOptions): () => Promise<boolean> {
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let lastResult: Promise<boolean> = Promise.resolve(false);
  const check = async (before: Promise<boolean>) => {
    try {
      const row = await database.selectFrom("extract").select("id").limit(1).executeTakeFirst();
      return row !== undefined;
    } catch (error) {
      log.warn({ err: error }, "it is not known whether an extract is imported");
      return before;
    }
  };
  return () => {
    if (nowMs() - checkedAtMs >= maxAgeMs) {
      checkedAtMs = nowMs();
      lastResult = check(lastResult);
    }
    return lastResult;
  };
}
