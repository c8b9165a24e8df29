import { randomUUID } from "node:crypto";
import { maxSuggestions } from "#domain/geo/geo-limits.ts";
import type { GeoSuggestion } from "#domain/geo/geo-suggestion.ts";
import { searchKey } from "#domain/search-key.ts";
import type { GeoOptions, GeoProvider, GeoResult } from "./geo-provider.ts";
import { retrieveAutofill, suggestAutofill } from "./mapbox/autofill.ts";
import { drawStaticImage } from "./mapbox/draw-static-image.ts";
import { findWalkingRoute } from "./mapbox/find-walking-route.ts";
import type { MapboxClient } from "./mapbox/mapbox-client.ts";
import { parseMapboxId } from "./mapbox/mapbox-id.ts";
import { reverseGeocode } from "./mapbox/reverse-geocode.ts";
import {
  findCategory,
  retrieveSearchBox,
  reverseSearchBox,
  suggestSettlements,
} from "./mapbox/search-box.ts";
import { sendCorrection } from "./mapbox/send-correction.ts";

const notFound = { ok: false, code: "notfound" } as const;

/** The hosted provider Mapbox (docs/decisions/009). Nothing of its answers is kept. */
export function createMapboxGeoProvider(client: MapboxClient): GeoProvider {
  const retrieve = async (id: string, options: GeoOptions) => {
    const parsed = parseMapboxId(id);
    if (!parsed) return notFound;
    const { service } = parsed;
    return (service === "autofill" ? retrieveAutofill : retrieveSearchBox)(client, parsed, options);
  };
  const suggest: GeoProvider["suggest"] = async (text, options) => {
    const session = options.sessionToken ?? randomUUID();
    const [addresses, settlements] = await Promise.all([
      suggestAutofill(client, text, { ...options, session }),
      suggestSettlements(client, text, { ...options, session }),
    ]);
    const merged = mergeSuggestions(text, addresses, settlements);
    const limit = options.limit ?? maxSuggestions;
    return merged.ok ? { ok: true, value: merged.value.slice(0, limit) } : merged;
  };
  return {
    name: "mapbox",
    suggest,
    retrieve,
    async search(text, options) {
      const suggested = await suggest(text, options);
      if (!suggested.ok) return suggested;
      if (suggested.value.length === 0) return { ok: true, value: [] };
      const address = await retrieve(suggested.value[0].id, options);
      return address.ok ? { ok: true, value: [address.value] } : address;
    },
    category: (category, options) => findCategory(client, category, options),
    async reverse(position, options) {
      const address = await reverseGeocode(client, position, options);
      const isNowhere = !address.ok && address.code === "notfound";
      return isNowhere ? reverseSearchBox(client, position, options) : address;
    },
    directions: (from, to, options) => findWalkingRoute(client, { from, to }, options),
    staticImage: (view, options) => drawStaticImage(client, view, options),
    correct: (correction, senderEmail, options) =>
      sendCorrection(client, correction, senderEmail, options),
  };
}

/** Settlements whose names begin like the text, then addresses, then the other settlements. */
function mergeSuggestions(
  text: string,
  addresses: GeoResult<readonly GeoSuggestion[]>,
  settlements: GeoResult<readonly GeoSuggestion[]>,
): GeoResult<readonly GeoSuggestion[]> {
  if (!addresses.ok && !settlements.ok) return addresses;
  const key = searchKey(text);
  const found = settlements.ok ? settlements.value : [];
  const isMeant = ({ name }: GeoSuggestion) => searchKey(name).startsWith(key);
  const merged = [
    ...found.filter(isMeant),
    ...(addresses.ok ? addresses.value : []),
    ...found.filter((suggestion) => !isMeant(suggestion)),
  ];
  return { ok: true, value: merged };
}
