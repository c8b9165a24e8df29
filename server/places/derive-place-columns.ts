import { duplicateKey } from "#domain/duplicate-key.ts";
import { searchKey } from "#domain/search-key.ts";
import type { NewPlaceRow } from "#server/database/schema.ts";

/** The columns of a place that follow from others; every write of those others writes these too. */
export function derivePlaceColumns(place: { city: string; address: string; comments: string }) {
  return {
    dup_key: duplicateKey(place),
    search_key: searchKey(`${place.city} ${place.address} ${place.comments}`),
  } satisfies Partial<NewPlaceRow>;
}
