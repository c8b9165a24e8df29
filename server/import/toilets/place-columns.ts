import { searchKey } from "#domain/search-key.ts";
import type { PlaceSchedule } from "#server/places/ensure-schedules.ts";
import { timeZoneOf } from "#server/places/time-zone-of.ts";
import type { ImportedFields } from "./imported-place.ts";

/** The columns of a place that its groups of fields come to, but those that name other rows. */
export function placeColumns(fields: ImportedFields) {
  const { country, location, named, price, opening, attributes } = fields;
  return {
    country,
    ...location,
    ...named,
    price: price.price,
    price_known: price.isKnown,
    costs: price.costs ?? false,
    accessible: fields.accessible,
    public: fields.public,
    opening_hours: opening.text,
    opening_hours_complete: opening.isComplete,
    attributes: JSON.stringify(attributes),
    search_key: searchKey(`${named.city} ${named.address} ${named.comments}`),
  };
}

/** The opening times, in the zone that they are in. */
export function scheduleOf({ country, location, opening }: ImportedFields): PlaceSchedule {
  return { timeZone: timeZoneOf({ country, ...location }), openingTimes: opening.times };
}
