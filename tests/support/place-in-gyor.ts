import type { Place } from "#domain/place/place.ts";

/** Friday, 17:00 in Budapest: the place is open for another hour. */
export const fridayAfternoon = new Date("2026-05-08T15:00:00Z");

/** Place with all fields and without reviews, for tests of how places look. */
export const placeInGyor: Place = {
  version: 1,
  id: 12,
  country: "HU",
  city: "Győr",
  address: "Széchenyi tér 1.",
  price: 250,
  fee: "costs",
  comments: "az aluljáróban",
  accessible: true,
  public: false,
  facts: { wheelchair: "yes", access: "customers" },
  accepted: true,
  latitude: 47.68,
  longitude: 17.63,
  coordinates: [17.63, 47.68],
  opening_times: Array.from({ length: 7 }, () => "08:00-18:00"),
  added: "2026-01-01T00:00:00.000Z",
  rating_calculated: -1,
  rating_count: 0,
  open_status: "open",
  time_zone: "Europe/Budapest",
  last_confirmed: null,
  likely: null,
  observed: { open: 0, closed: 0 },
};
