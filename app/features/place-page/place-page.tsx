import type { ReactNode } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ClosureLine, NearestOther } from "#app/place/closure-line.tsx";
import { DrawnMap } from "#app/place/drawn-map.tsx";
import { LikelyLine } from "#app/place/likely-text.tsx";
import { MapAppLink } from "#app/place/map-app-link.tsx";
import { Mark, MoreFacts, PlaceComment } from "#app/place/more-facts.tsx";
import { OpeningHours, openingText } from "#app/place/opening-hours.tsx";
import { StatusBadge } from "#app/place/opening-status-badge.tsx";
import { PageDescription, previewUrl } from "#app/place/page-description.tsx";
import { ApproximateMark, mainFactLabels, PlaceFacts } from "#app/place/place-facts.tsx";
import { PlaceLists } from "#app/place/place-lists.tsx";
import {
  editPath,
  historyPath,
  placePagePath,
  placePath,
  reviewReportPath,
  signPath,
  townPath,
  walkPath,
} from "#app/place/place-paths.ts";
import { PlaceRating } from "#app/place/place-rating.tsx";
import { PlaceRows } from "#app/place/place-rows.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { ReviewQuote } from "#app/place/review-quote.tsx";
import { ShareButton } from "#app/place/share-button.tsx";
import { TimeNotice } from "#app/place/time-menu.tsx";
import { useWalkText } from "#app/place/use-walk-text.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { useInstant } from "#app/ui/use-now.ts";
import type { ReviewList } from "#domain/feedback/review.ts";
import { placePictureZooms } from "#domain/map/preview-picture.ts";
import type { HoursMeaning } from "#domain/opening/hours-meaning.ts";
import type { WallTime } from "#domain/opening/instant.ts";
import { parseOpeningRange, weekOf } from "#domain/opening/seven-entries.ts";
import type { Place } from "#domain/place/place.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";
import { pageCountOf } from "#domain/validation/pagination.ts";
import { structuredData } from "./structured-data.ts";

interface PlacePageProps {
  place: Place;
  /** A page of its reviews; null where they could not be read. */
  reviews: ReviewList | null;
  /** The nearest other places that a visitor may be sent to, each with its distance. */
  nearest: readonly Place[];
  url: string;
  hasStreets: boolean;
  /** Ranges of the coming days, where the hours go by a text; null where the week says all. */
  daysAhead: HoursMeaning["week"] | null;
  renderedAt: string;
  /** Time that the page is about; absent for now. */
  at?: WallTime | undefined;
  /** Whether the URL has a time that cannot be shown. */
  isTimeRefused?: boolean;
  /** False for a contributor's own place that waits for acceptance: it can be seen, and no more. */
  isOpenToVisitors: boolean;
  /** What a visitor sees who may be led only once signed in; null for others. */
  signInForWalk: ReactNode;
  /** Button that confirms the place; nothing for a visitor who may not. */
  confirm: ReactNode;
  review: ReactNode;
  /** What a visitor at the door can say. */
  observe: ReactNode;
  /** Age of the data, and the way to report it. */
  upkeep: ReactNode;
  changes: ReactNode;
}

/** A place's own page (docs/product#place-page): everything that the panel says, without script. */
export function PlacePage(props: PlacePageProps) {
  const { place, reviews, nearest, renderedAt, hasStreets, at, isTimeRefused = false } = props;
  const { isOpenToVisitors, signInForWalk, confirm, review, observe, upkeep, changes } = props;
  const { t } = useTranslation();
  const title = usePlaceTitles()(place);
  const { now, isRefused } = useInstant(renderedAt, at, place.time_zone);
  const opening = placeOpeningAt(place, now);
  const other = opening.closure && nearest[0];
  return (
    <PageMain>
      <PageTitle screen={title.whole} />
      <Described {...props} name={title.whole} />
      <article
        className="grid grid-cols-[minmax(0,1fr)] gap-4 wrap-anywhere"
        data-around={place.coordinates.join()}
      >
        <TimeNotice
          at={isRefused ? undefined : at}
          isRefused={isRefused || isTimeRefused}
          nowHref={placePagePath(place.id)}
        />
        <div>
          <p className="mb-2 flex flex-wrap items-center gap-2" data-turns>
            <StatusBadge {...opening} className="text-base!" />
            {!place.accepted && <Mark icon="waiting">{t("places.waiting")}</Mark>}
            {place.sample && <Mark icon="info">{t("places.sample")}</Mark>}
          </p>
          <h1 className="text-2xl">
            {title.own}
            <span className="mt-0.5 block text-lg font-normal">
              {place.postcode !== undefined && (
                <span className="text-muted">{place.postcode} </span>
              )}
              {title.street}
              <TownName place={place} town={title.town} />
            </span>
          </h1>
          <LikelyLine opening={opening} now={now} timeZone={place.time_zone} className="mt-1" />
          {opening.closure && (
            <ClosureLine closure={opening.closure} now={now} timeZone={place.time_zone} />
          )}
          {place.position_approximate && <ApproximateMark />}
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-2 print:hidden">
          {other && <NearestOther other={other} to={placePagePath(other.id, at)} size="stacked" />}
          {!signInForWalk && (
            <ButtonLink
              to={walkPath(placePath(place.id))}
              variant={other ? "secondary" : "primary"}
              size="stacked"
              icon="navigate"
            >
              {t("directions.start")}
            </ButtonLink>
          )}
          <MapAppLink
            place={place}
            name={title.whole}
            size="stacked"
            variant={signInForWalk && !other ? "primary" : "secondary"}
          />
          {signInForWalk}
          <ShareButton
            key={place.id}
            placeId={place.id}
            name={title.whole}
            size="stacked"
            className="noscript:hidden"
          />
          {confirm}
          <ButtonLink to={placePath(place.id)} size="stacked" icon="map">
            {t("places.onMap")}
          </ButtonLink>
        </div>
        <PlaceFacts place={place} />
        <MoreFacts place={place} />
        <PlaceComment place={place} />
        <PlaceRating mean={place.rating_calculated} count={place.rating_count} />
        <PlaceMapLink place={place} name={title.whole} hasStreets={hasStreets} />
        <div className="divide-y divide-line border-y border-line">
          <OpeningHours place={place} now={now} />
          <PlaceLists lists={place.lists} />
        </div>
        {reviews === null && place.accepted && (
          <p className="rounded-control border border-line bg-raised p-3">
            {t("found.place.unread")}
          </p>
        )}
        {reviews && <Reviews place={place} reviews={reviews} />}
        {review && <p className="print:hidden">{review}</p>}
        {nearest.length > 0 && <NearestPlaces places={nearest} now={now} at={at} />}
        {changes}
        <footer className="grid gap-2">
          {observe}
          {upkeep}
          {isOpenToVisitors && (
            <p className="-ml-3 flex flex-wrap gap-x-2 print:hidden">
              <ButtonLink to={editPath(place.id)} variant="quiet" icon="edit" className="px-3!">
                {t("edit.open")}
              </ButtonLink>
              <ButtonLink to={historyPath(place.id)} variant="quiet" icon="clock" className="px-3!">
                {t("edit.toHistory")}
              </ButtonLink>
              <ButtonLink to={signPath(place.id)} variant="quiet" icon="paper" className="px-3!">
                {t("found.sign.link")}
              </ButtonLink>
            </p>
          )}
        </footer>
      </article>
    </PageMain>
  );
}

/** The place's town, which leads to the others there; a pending place counts for none. */
function TownName({ place, town }: { place: Place; town: string }) {
  if (place.city === "" || !place.accepted) return town;
  return (
    <PageLink to={townPath(place.city)} className="text-link">
      {town}
    </PageLink>
  );
}

interface DescribedProps extends Pick<PlacePageProps, "place" | "url" | "daysAhead"> {
  name: string;
}

/** Description of the page for search engines: the place's name, facts, and hours that are the same on each day. */
function Described({ place, name, url, daysAhead }: DescribedProps) {
  const { t, i18n } = useTranslation();
  const facts = mainFactLabels(place.facts).map(({ label, text }) =>
    t(label, text === undefined ? {} : { text }),
  );
  // Search engines and previews show it days later: what is so today alone would be wrong then.
  const hours = place.opening_hours === undefined ? new Set(weekOf(place)) : new Set<string>();
  const [daily] = hours;
  const isDaily = hours.size === 1 && parseOpeningRange(daily) !== null;
  const description = [
    t("found.place.description", { name }),
    ...facts,
    ...(isDaily ? [t("found.place.daily", { hours: openingText(daily, t) })] : []),
  ].join(" · ");
  const image = previewUrl(url, i18n.language);
  const map = new URL(placePath(place.id), url).href;
  const data = structuredData(place, { name, url, image, map, daysAhead });
  const pictureAlt = t("found.map", { name });
  return <PageDescription {...{ name, description, url, pictureAlt, data }} />;
}

interface PlaceMapLinkProps extends Pick<PlacePageProps, "place" | "hasStreets"> {
  name: string;
}

/** The server-drawn map around the place, which leads to the live one. */
function PlaceMapLink({ place, name, hasStreets }: PlaceMapLinkProps) {
  const { t } = useTranslation();
  const [longitude, latitude] = place.coordinates;
  const view = { longitude, latitude, zoom: placePictureZooms[hasStreets ? "streets" : "town"] };
  return <DrawnMap view={view} to={placePath(place.id)} alt={t("found.map", { name })} hasPin />;
}

function Reviews({ place, reviews }: { place: Place; reviews: ReviewList }) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (reviews.total === 0) return null;
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" className="mb-2 text-xl">
        {t("reviews.title")}{" "}
        <span className="tabular text-muted">({format.number(reviews.total)})</span>
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {reviews.reviews.map((review) => (
          <li key={review.id} className="py-3">
            <ReviewQuote review={review}>
              {!review.own && (
                <PageLink
                  to={reviewReportPath(place.id, review.id)}
                  className="text-link ml-auto inline-flex min-h-11 items-center text-sm print:hidden"
                >
                  {t("reviews.report.action")}
                </PageLink>
              )}
            </ReviewQuote>
          </li>
        ))}
      </ul>
      <Pagination
        current={reviews.page}
        pageCount={pageCountOf(reviews.total, reviews.per_page)}
        toPage={(page) => `${placePagePath(place.id)}${page > 1 ? `?page=${page}` : ""}#reviews`}
      />
    </section>
  );
}

interface NearestPlacesProps extends Pick<PlacePageProps, "at"> {
  places: readonly Place[];
  now: Date;
}

function NearestPlaces({ places, now, at }: NearestPlacesProps) {
  const { t } = useTranslation();
  const walkText = useWalkText();
  const nameOf = usePlaceTitles(places);
  return (
    <section aria-labelledby="nearest">
      <h2 id="nearest" className="mb-2 text-xl">
        {t("found.place.nearest")}
      </h2>
      <PlaceRows
        places={places}
        now={now}
        nameOf={(other) => nameOf(other).whole}
        linkTo={({ id }) => ({ to: placePagePath(id, at) })}
        beside={({ distance }) =>
          distance !== undefined && <span className="tabular">{walkText(distance)}</span>
        }
        below={(other) => <PlaceFacts place={other} className="text-sm" />}
      />
    </section>
  );
}
