import tzLookup from "@photostructure/tz-lookup";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { viewOfBox } from "#domain/map/view-of-box.ts";
import { type Home, hungary } from "#domain/place/home-country.ts";
import type { SiteConfig } from "./config.ts";
import { readSiteBorder, type SiteBorder } from "./site-border.ts";

/** The operator's area: values derived from its country, border and start view. */
export interface SiteHome extends Home {
  readonly border: SiteBorder | null;
  /** Initial view of the map, where neither URL nor place has another; null for that of Hungary. */
  readonly startView: MapView | null;
  /** Default point of searches; null without border and set start view. */
  readonly middle: Coordinates | null;
}

/** Home without any settings. */
export const plainHome: SiteHome = { ...hungary, border: null, startView: null, middle: null };

/** Window that a start view fits: a phone's part above the sheet. A larger one shows more around it. */
export const leastWindow = { width: 360, height: 440, closest: 15 };

const worldView: MapView = { longitude: 0, latitude: 20, zoom: 1 };

/**
 * The operator's home (docs/product#home-country, docs/product#border). The start view is the one that is set,
 * else the border's, else the country's.
 *
 * @param areaOf area in which the towns of a country are; null where it is not known
 * @throws {Error} with one clear line where the border's file is not one
 */
export function findSiteHome(
  site: Pick<SiteConfig, "country" | "border" | "startView">,
  areaOf: (country: string) => BoundingBox | null,
): SiteHome {
  const { country } = site;
  const border = site.border === null ? null : readSiteBorder(site.border);
  const isHungary = country === hungary.country;
  const box = border?.box ?? (isHungary ? null : areaOf(country));
  const fitting = box && viewOfBox(box, leastWindow);
  const startView = site.startView ?? fitting ?? (isHungary ? null : worldView);
  const named = border === null ? site.startView : fitting;
  const timeZone =
    isHungary || startView === null
      ? hungary.timeZone
      : tzLookup(startView.latitude, startView.longitude);
  return {
    country,
    timeZone,
    border,
    startView,
    middle: named && [named.longitude, named.latitude],
  };
}
