import type { NamedPlace } from "#domain/moderation-queue.ts";

/** What names a place, of whatever else is known of it. */
export function toNamedPlace({
  id,
  country,
  city,
  address,
  comments,
  accepted,
}: NamedPlace): NamedPlace {
  return { id, country, city, address, comments, accepted };
}
