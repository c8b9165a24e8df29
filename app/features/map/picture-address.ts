import type { MapTheme } from "#domain/base-map/palette.ts";
import type { Language } from "#domain/language.ts";
import { formatMapView, type MapView } from "#domain/map-view.ts";
import { type PlaceFilters, placeFilterNames } from "#domain/place-filters.ts";

interface PictureOf {
  readonly view: MapView;
  readonly filters: PlaceFilters;
  readonly includeUnknown: boolean;
  readonly size: "phone" | "desk";
  readonly theme: MapTheme;
  readonly language: Language;
}

/** The address of the server-drawn picture of a view, which stands in until the live map is there. */
export function pictureAddress(picture: PictureOf): string {
  const { view, filters, includeUnknown, size, theme, language } = picture;
  const pairs = [`view=${formatMapView(view)}`, `size=${size}`, `theme=${theme}`];
  pairs.push(`lang=${language}`);
  for (const name of placeFilterNames) if (filters[name]) pairs.push(`${name}=1`);
  if (filters.open && includeUnknown) pairs.push("unknown=1");
  return `/map-picture.svg?${pairs.join("&")}`;
}
