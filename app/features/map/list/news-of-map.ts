import type { Formatter } from "#app/i18n/use-formatter.ts";
import { type MapSnapshot, mapAnnouncement, sharedTown } from "#domain/map/map-announcement.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";
import type { Translate } from "#domain/text/i18n.ts";

interface AnnouncementContext {
  /** The places of the sight, or the nearest of them. */
  readonly list: PlaceList;
  /** What the visitor has searched for and the map now shows; null without a search. */
  readonly found: string | null;
  readonly now: Date;
  readonly t: Translate;
  readonly format: Formatter;
}

/**
 * Announcement of what is new on the map since the sight announced before, in one message
 * (docs/product#announcements); null where nothing is new. Loaded with the first message.
 *
 * @param before null where there was no sight before: then only a search is announced
 */
export function newsOfMap(
  before: MapSnapshot | null,
  sight: MapSnapshot,
  { list, found, now, t, format }: AnnouncementContext,
): string | null {
  const news = before && mapAnnouncement(before, sight);
  if (!news && found === null) return null;
  const count = t("map.list.count", { count: sight.total, total: format.number(sight.total) });
  // The list is the nearest places of a sight; what is true of all is known of them alone.
  const all = list.places.length === sight.total ? list.places : [];
  const places =
    all.length === 0
      ? count
      : `${count}, ${t("places.openNow", { openNow: format.number(countOpen(all, now)) })}`;
  const name = found ?? (news === "moved" ? sharedTown(all) : null);
  return name === null ? places : `${t("search.shown", { name })}. ${places}`;
}

function countOpen(places: readonly Place[], now: Date): number {
  const statuses = places.map((place) => placeOpeningAt(place, now).status);
  return statuses.filter((status) => status === "open" || status === "closes-soon").length;
}
