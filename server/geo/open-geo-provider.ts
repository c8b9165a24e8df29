import type { GeoProvider } from "./geo-provider.ts";
import { createPhotonGeocoder, type PhotonDeps } from "./photon/photon-geocoder.ts";
import { createValhallaRouter, type ValhallaDeps } from "./valhalla/valhalla-router.ts";

const unsupported = { ok: false, code: "unsupported" } as const;

/** Level 2: public services on OpenStreetMap's data, Photon for addresses and Valhalla for ways. */
export function createOpenGeoProvider(deps: {
  readonly photon: PhotonDeps;
  readonly valhalla: ValhallaDeps;
}): GeoProvider {
  return {
    name: "open",
    ...createPhotonGeocoder(deps.photon),
    ...createValhallaRouter(deps.valhalla),
    staticImage: async () => unsupported,
    correct: async () => unsupported,
  };
}
