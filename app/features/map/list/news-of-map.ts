import type { Formatter } from "#app/i18n/use-formatter.ts";
import { type MapSnapshot, mapAnnouncement, sharedTown } from "#domain/map/map-announcement.ts";
import { isOpenNow } from "#domain/opening/open-status.ts";
import type { PlaceList } from "#domain/place/place.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";
import type { Translate } from "#domain/text/i18n.ts";

interface AnnouncementContext {
  /** The places in view, or the nearest of them. */
  readonly list: PlaceList;
  /** What the visitor has searched for and the map now shows; null without a search. */
  readonly found: string | null;
  readonly now: Date;
  readonly t: Translate;
  readonly format: Formatter;
}

/**
 * Announcement of what is new on the map since the last one, in one message (docs/product#announcements); null
 * where nothing is new.
 *
 * @param before null where there was none: then only a search is announced
 */
export function newsOfMap(
  before: MapSnapshot | null,
  shown: MapSnapshot,
  { list, found, now, t, format }: AnnouncementContext,
): string | null {
  const news = before && mapAnnouncement(before, shown);
  if (!news && found === null) return null;
  const count = t("map.list.count", { count: shown.total, total: format.number(shown.total) });
  // The list has the nearest places only: what is true of all is known where it has all.
  const all = list.places.length === shown.total ? list.places : [];
  const open = all.filter((place) => isOpenNow(placeOpeningAt(place, now).status));
  const places =
    all.length === 0
      ? count
      : `${count}, ${t("places.openNow", { openNow: format.number(open.length) })}`;
  const name = found ?? (news === "moved" ? sharedTown(all) : null);
  return name === null ? places : `${t("search.shown", { name })}. ${places}`;
}
