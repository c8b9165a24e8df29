import { useEffect, useId, useState } from "react";
import { useLocation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fetchApi } from "#app/network/fetch-api.ts";
import { StatusBadge } from "#app/place/opening-status-badge.tsx";
import { PlaceFacts } from "#app/place/place-facts.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { placeListSearch } from "#domain/place/place-list-query.ts";
import { hasOwnComment } from "#domain/place/place-title.ts";
import { onSamePoint, samePointQuery } from "#domain/place/same-point.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";

interface PlacesAtPointProps {
  place: Place;
  /** The places on its point, itself included, as the server sent them; null where it did not. */
  sent: readonly Place[] | null;
  /** The places of the list beside the map, which has the same titles. */
  listed: readonly Place[];
  /** The page's URL with another place chosen. */
  placeHref: (id: number) => string;
  now: Date;
}

/** The last result, in the browser only: going from one place to the next on the same point shows no gap. */
let lastShown: readonly Place[] = [];

/**
 * The other places on the chosen place's point (docs/product#places-on-one-point). Their markers cover each
 * other on the map, so a press may mean any of them. Empty where there is no other.
 */
export function PlacesAtPoint(props: PlacesAtPointProps) {
  const { place, sent, listed, placeHref, now } = props;
  const { t } = useTranslation();
  const announce = useAnnounce();
  const heading = useId();
  const known = useSamePoint(place, sent);
  const others = onSamePoint(place.coordinates, known).filter(({ id }) => id !== place.id);
  const isAlone = others.length === 0;
  const unlisted = [place, ...others].filter(({ id }) => listed.every((one) => one.id !== id));
  // None of them is farther away than another.
  const titleOf = usePlaceTitles([...listed, ...unlisted], false);
  const offer = isAlone ? "" : t("panel.here", { count: others.length });
  useEffect(() => {
    if (offer) announce(offer);
  }, [place.id, offer, announce]);
  return (
    // A box of its own, because the content below is about the chosen place again.
    <div
      className={
        isAlone ? "-mt-3" : "rounded-control border border-line bg-surface px-3 pt-2.5 pb-1"
      }
    >
      <div role="status" aria-live="off">
        {!isAlone && (
          <h3 id={heading} className="flex items-center gap-1.5 text-base">
            <Icon name="info" /> {offer}
          </h3>
        )}
      </div>
      {!isAlone && (
        <ul aria-labelledby={heading} className="divide-y divide-line">
          {others.map((other) => (
            <PlaceAtPoint
              key={other.id}
              place={other}
              own={titleOf(other).own}
              href={placeHref(other.id)}
              now={now}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * The places on the place's point: as the server sent them, else as they were just shown, until the API
 * responds. It is called also where a list that was sent does not know the place itself yet, which is new.
 */
function useSamePoint(place: Place, sent: readonly Place[] | null): readonly Place[] {
  const [loaded, setLoaded] = useState<readonly Place[] | null>(null);
  const wasSent = sent?.some(({ id }) => id === place.id) ?? false;
  const known = loaded ?? sent ?? lastShown;
  const search = placeListSearch(samePointQuery(place.coordinates));
  useEffect(() => {
    if (wasSent) return;
    const abort = new AbortController();
    const load = async () => {
      const result = await fetchApi<PlaceList>(`/api/v1/places${search}`, {
        signal: abort.signal,
      });
      if (result.ok && !abort.signal.aborted) setLoaded(result.body.places);
    };
    void load();
    return () => abort.abort();
  }, [search, wasSent]);
  useEffect(() => {
    lastShown = known;
  }, [known]);
  return known;
}

interface PlaceAtPointProps {
  place: Place;
  /** Its title. */
  own: string;
  href: string;
  now: Date;
}

/** One of the places: a link that shows it instead. The panel's way back stays the same. */
function PlaceAtPoint({ place, own, href, now }: PlaceAtPointProps) {
  const { t } = useTranslation();
  const { state } = useLocation();
  return (
    <li>
      <PageLink
        to={href}
        state={state}
        replace
        preventScrollReset
        defaultShouldRevalidate={false}
        className="-mx-2 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-2 py-2 text-text no-underline hover:bg-brand-tint"
      >
        <span className="min-w-0">
          <span className="text-link font-bold">{own}</span>
          {hasOwnComment(place) && <span className="text-sm text-muted"> ({place.comments})</span>}
        </span>
        <StatusBadge {...placeOpeningAt(place, now)} isShort now={now} />
        {!place.accepted && (
          <span className="inline-flex items-center gap-1 text-sm">
            <Icon name="waiting" /> {t("places.waiting")}
          </span>
        )}
        <PlaceFacts place={place} className="basis-full text-sm" />
      </PageLink>
    </li>
  );
}
