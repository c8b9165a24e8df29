import type { GeoAddress, GeoSuggestion } from "#domain/address-search/geo-address.ts";
import {
  type Coordinates,
  formatDegrees,
  parseCoordinates,
} from "#domain/geography/coordinates.ts";
import { parseTypedPosition } from "#domain/geography/typed-position.ts";
import { filterByScope, type Geo, type GeoOptions, type GeoResponse } from "./geo.ts";
import { toSuggestion } from "./suggestion.ts";

const idPrefix = "position.";

/**
 * Geo that recognises a typed position (docs/product#typed-positions): the only result is the point
 * itself, with the address that the providers know of it.
 */
export function takeTypedPositions(geo: Geo): Geo {
  return {
    ...geo,
    async suggest(text, options) {
      const position = parseTypedPosition(text);
      if (position === null) return geo.suggest(text, options);
      const { value, ...response } = await addressAt(geo, position, options);
      const found = filterByScope([value], options);
      return { ...response, value: found.map((address) => toPositionSuggestion(address, options)) };
    },
    async retrieve(id, options) {
      const position = id.startsWith(idPrefix) ? parseCoordinates(id.slice(idPrefix.length)) : null;
      return position === null ? geo.retrieve(id, options) : addressAt(geo, position, options);
    },
    async search(text, options) {
      const position = parseTypedPosition(text);
      if (position === null) return geo.search(text, options);
      const { value, ...response } = await addressAt(geo, position, options);
      return { ...response, value: filterByScope([value], options) };
    },
  };
}

/** Address of a point, which stays exact; its texts are empty where no provider has any. */
async function addressAt(
  geo: Geo,
  [longitude, latitude]: Coordinates,
  options: GeoOptions,
): Promise<GeoResponse<GeoAddress> & { ok: true }> {
  const response = await geo.reverse([longitude, latitude], options);
  const { provider, isFallback } = response;
  const known = response.ok ? response.value : nowhere;
  const exact = { longitude, latitude, confidence: "exact", precision: "address" } as const;
  return { ok: true, value: { ...known, ...exact }, provider, isFallback };
}

const nowhere = {
  ...{ address_line1: "", address_line2: "", place: "", county: "", postcode: "", country: "" },
};

function toPositionSuggestion(address: GeoAddress, { language }: GeoOptions): GeoSuggestion {
  const [latitude, longitude] = [address.latitude, address.longitude].map(formatDegrees);
  const { name, detail } = toSuggestion(address, { language, provider: "embedded" });
  return {
    id: `${idPrefix}${longitude},${latitude}`,
    name: `${latitude}, ${longitude}`,
    detail: [name, detail].filter(Boolean).join(", "),
    precision: "address",
  };
}
