import * as v from "valibot";
import type { Language } from "#domain/text/language.ts";
import type { Directions } from "#domain/walking/directions.ts";
import type { GeoProvider, GeoResult } from "#server/geo/geo.ts";
import type { OutsideResponse, OutsideService } from "#server/geo/outside/outside-service.ts";
import { parseJson, serviceUrl } from "#server/geo/outside/service-call.ts";
import type { InstructionLocale } from "#server/geo/walking/walking-router.ts";
import { toWalkingRoute, walkingRequest } from "#server/geo/walking/walking-router.ts";
import { createPhotonGeocoder, type PhotonDeps } from "./photon.ts";

const unsupported = { ok: false, code: "unsupported" } as const;

/**
 * Provider `open`: public services on OpenStreetMap's data, Photon for addresses and Valhalla for
 * routes (docs/product#map-levels).
 */
export function createOpenProvider(deps: {
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

export interface ValhallaDeps {
  readonly service: OutsideService;
  /** URL of Valhalla's API, such as `https://valhalla1.openstreetmap.de`. */
  readonly url: string;
  localeOf(language: Language): InstructionLocale;
}

const notFound = { ok: false, code: "notfound" } as const;
const unavailable = { ok: false, code: "unavailable" } as const;

/** Valhalla's error numbers for 'no way leads from one end to the other' (its `exceptions.h`). */
const noWayCodes: ReadonlySet<number> = new Set([170, 441, 442, 443]);
/** Valhalla's error numbers for 'too far' and 'no ways there', as beyond the border of its map. */
const notHereCodes: ReadonlySet<number> = new Set([154, 171]);

/**
 * Directions on foot by a Valhalla server (https://valhalla.github.io/valhalla/api/turn-by-turn/).
 */
function createValhallaRouter(deps: ValhallaDeps): Pick<GeoProvider, "directions"> {
  const { service, url, localeOf } = deps;
  return {
    directions: (from, to, { language, signal, avoidsSteps }) =>
      service.request(
        {
          url: serviceUrl(url, "route"),
          body: walkingRequest(from, to, { avoidsSteps }),
          read: (response) => readRoute(response, localeOf(language)),
        },
        signal,
      ),
  };
}

function readRoute(response: OutsideResponse, locale: InstructionLocale): GeoResult<Directions> {
  if (response.status !== 200) {
    const failure = parseJson(response, v.object({ error_code: v.number() }));
    if (failure && noWayCodes.has(failure.error_code)) return notFound;
    return failure && notHereCodes.has(failure.error_code) ? unsupported : unavailable;
  }
  const route = toWalkingRoute(parseJson(response, v.unknown()), locale);
  return route ? { ok: true, value: route } : unavailable;
}
