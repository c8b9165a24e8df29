import type { Database } from "#server/database/connect.ts";
import { createEmbeddedGeoProvider } from "#server/geo/embedded-geo-provider.ts";
import { layerGeoProviders } from "#server/geo/layer-geo-providers.ts";
import { followPlaceChanges } from "#server/places/follow-place-changes.ts";
import { loadPlaceIndex } from "#server/places/load-place-index.ts";
import { readHorizon } from "#server/places/read-place-changes.ts";
import { createServices, type ServiceDeps, type Services } from "#server/services.ts";
import { noIdentity } from "./no-identity.ts";
import { silentLog } from "./silent-log.ts";

interface TestServices extends AsyncDisposable {
  readonly services: Services;
  readonly placeIndex: ServiceDeps["placeIndex"];
}

/** All use cases on a database of a test, its place index and the running change feed included. */
export async function createTestServices(
  database: Database,
  {
    now = () => new Date(),
    config,
    ...deps
  }: Partial<Omit<ServiceDeps, "config">> & { config?: Partial<ServiceDeps["config"]> } = {},
): Promise<TestServices> {
  const since = await readHorizon(database);
  const placeIndex = await loadPlaceIndex(database);
  placeIndex.refreshOpenSchedules(now());
  const feed = followPlaceChanges({ database, placeIndex, now, log: silentLog, since });
  const services = createServices({
    config: {
      publicUrl: null,
      contactEmail: null,
      trustedProxies: 0,
      administratorUserId: null,
      rateLimits: false,
      ...config,
    },
    provider: noIdentity,
    geo: layerGeoProviders([createEmbeddedGeoProvider()]),
    baseMap: { kind: "embedded" },
    baseMapFile: null,
    database,
    primary: database,
    placeIndex,
    feed,
    now,
    ...deps,
  });
  return { services, placeIndex, [Symbol.asyncDispose]: () => feed[Symbol.asyncDispose]() };
}
