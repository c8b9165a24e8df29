import { isRouteErrorResponse } from "react-router";
import { NearestKnown } from "#app/features/map/list/nearest-known.tsx";
import type { PlaceListState } from "#app/features/map/list/use-nearby-places.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ClosureLine } from "#app/place/closure-line.tsx";
import { MapAppLink } from "#app/place/map-app-link.tsx";
import { Mark, MoreFacts, PlaceComment } from "#app/place/more-facts.tsx";
import { OpeningHours } from "#app/place/opening-hours.tsx";
import { StatusBadge } from "#app/place/opening-status-badge.tsx";
import { ApproximateMark, PlaceFacts } from "#app/place/place-facts.tsx";
import { placePagePath, walkPath } from "#app/place/place-paths.ts";
import { PlaceRows } from "#app/place/place-rows.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { PageLinkProps } from "#app/ui/page-link.tsx";
import { SiteName } from "#app/ui/site-sign.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { OpenStatus } from "#domain/opening/open-status.ts";
import type { Place } from "#domain/place/place.ts";
import type { PlaceFiltering } from "#domain/place/place-filters.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";

/** Links of the frame open beside the page around it. */
const beside = { target: "_blank", rel: "noopener" } as const;

/** Whose map it is, and whose data. */
export function EmbedBar({ logo, href }: { logo: string | null; href: string }) {
  return (
    <header className="embed-bar flex min-w-0 items-center gap-x-3 border-b border-line bg-raised px-3">
      <a
        href={href}
        {...beside}
        className="mr-auto flex min-h-11 min-w-0 items-center gap-2 text-text no-underline hover:underline"
      >
        <SiteName logo={logo} />
      </a>
      <a
        href="https://www.openstreetmap.org/copyright"
        {...beside}
        className="inline-flex min-h-11 shrink-0 items-center text-sm text-muted"
      >
        © OpenStreetMap
      </a>
    </header>
  );
}

interface EmbeddedListProps {
  query: PlaceFiltering;
  places: PlaceListState;
  /** The map's middle. */
  near: Coordinates;
  /** Whether open places come first: the URL names no view to be near to. */
  isOpenFirst: boolean;
  now: Date;
  linkTo: (place: Place) => PageLinkProps;
}

/** The places of the map as text. */
export function EmbeddedList(props: EmbeddedListProps) {
  const { query, places, near, isOpenFirst, now, linkTo } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const isHydrated = useIsHydrated();
  const { list, isLoading, failure, retry } = places;
  const total = list?.total ?? 0;
  const shown = list?.places ?? [];
  const titleOf = usePlaceTitles(shown, false);
  const [town, ...otherTowns] = new Set(shown.map((place) => titleOf(place).town));
  const isOneTown = shown.length > 1 && otherTowns.length === 0;
  return (
    <div className="px-3 pb-3" aria-busy={isLoading}>
      <h2 tabIndex={-1} className="py-2 text-lg">
        {list
          ? t("map.list.count", { count: total, total: format.number(total) })
          : t(failure ? "navigation.places" : "map.list.loading")}
        {isOneTown && <span className="block text-base font-normal empty:hidden">{town}</span>}
      </h2>
      {failure && (
        <Alert kind="danger" className="mb-2">
          <p>{t("map.list.failed")}</p>
          {isHydrated && (
            <Button icon="retry" onClick={retry} className="mt-2">
              {t("action.retry")}
            </Button>
          )}
        </Alert>
      )}
      {list && total === 0 && (
        <>
          <p className="pb-2 text-muted">{t("map.list.empty")}</p>
          <NearestKnown query={query} near={near} linkTo={linkTo} />
        </>
      )}
      {shown.length > 0 && (
        <PlaceRows
          places={isOpenFirst ? openFirst(shown, now) : shown}
          now={now}
          nameOf={(place) => titleOf(place)[isOneTown ? "own" : "whole"]}
          linkTo={linkTo}
          below={(place) => <PlaceFacts place={place} className="text-sm" />}
        />
      )}
    </div>
  );
}

/** Places by their opening status, each status in the order of before. */
function openFirst(places: readonly Place[], now: Date): readonly Place[] {
  const rank: Readonly<Record<OpenStatus, number>> = {
    open: 0,
    "closes-soon": 0,
    none: 1,
    "opens-soon": 2,
    closed: 3,
  };
  const rankOf = (place: Place) => rank[placeOpeningAt(place, now).status];
  return places.toSorted((one, other) => rankOf(one) - rankOf(other));
}

interface EmbeddedPlaceProps {
  place: Place;
  now: Date;
  /** The whole map with the place chosen. */
  mapHref: string;
  closeHref: string;
  onClose: () => void;
}

/** Facts of the chosen place; what changes something is on its own page. */
export function EmbeddedPlace({ place, now, mapHref, closeHref, onClose }: EmbeddedPlaceProps) {
  const { t } = useTranslation();
  const title = usePlaceTitles()(place);
  const opening = placeOpeningAt(place, now);
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 pt-1 pb-4 wrap-anywhere">
      <p>
        <a
          href={closeHref}
          className="text-link -ml-1 inline-flex min-h-11 items-center gap-1"
          onClick={(event) => {
            event.preventDefault();
            onClose();
          }}
        >
          <Icon name="chevron-left" /> {t("embed.back")}
        </a>
      </p>
      <div>
        <p className="mb-2 flex flex-wrap items-center gap-2">
          <StatusBadge {...opening} />
          {place.sample && <Mark icon="info">{t("places.sample")}</Mark>}
        </p>
        <h2 tabIndex={-1} className="text-xl">
          {title.own}
          <span className="block text-base font-normal empty:hidden">
            {title.street}
            {title.town}
          </span>
        </h2>
        {opening.closure && (
          <ClosureLine closure={opening.closure} now={now} timeZone={place.time_zone} />
        )}
        {place.position_approximate && <ApproximateMark />}
      </div>
      <PlaceFacts place={place} />
      <MoreFacts place={place} />
      <PlaceComment place={place} />
      <div className="border-y border-line">
        <OpeningHours place={place} now={now} />
      </div>
      <p className="flex flex-wrap gap-2">
        <ButtonLink to={placePagePath(place.id)} {...beside} variant="primary" icon="external">
          {t("embed.open", { product: t("app.title") })}
        </ButtonLink>
        <ButtonLink to={walkPath(mapHref)} {...beside} icon="navigate">
          {t("directions.start")}
        </ButtonLink>
        <MapAppLink place={place} name={title.whole} />
      </p>
    </article>
  );
}

/** What a frame shows instead of a map: the URL is malformed, or the server has failed. */
export function EmbedError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const isInvalid = isRouteErrorResponse(error) && error.status < 500;
  return (
    <main id="main" className="embed-page">
      <EmbedBar logo={null} href="/" />
      <div className="p-3">
        <h1 className="mb-2 text-lg">
          {t(isInvalid ? "faultyAddress.title" : "trouble.unavailable.title")}
        </h1>
        <p>{t(isInvalid ? "faultyAddress.text" : "trouble.unavailable.text")}</p>
      </div>
    </main>
  );
}
