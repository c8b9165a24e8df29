import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { DrawnMap } from "#app/place/drawn-map.tsx";
import { signAddress, townAddress } from "#app/place/found-page-addresses.ts";
import { Mark, MoreFacts, PlaceComment } from "#app/place/more-facts.tsx";
import { OpeningHours, openingText } from "#app/place/opening-hours.tsx";
import { StatusBadge } from "#app/place/opening-status-badge.tsx";
import { PageDescription } from "#app/place/page-description.tsx";
import {
  editAddress,
  historyAddress,
  placeAddress,
  placePageAddress,
  reportAddress,
  reviewReportAddress,
  walkAddress,
} from "#app/place/place-addresses.ts";
import { ApproximateMark, PlaceFacts } from "#app/place/place-facts.tsx";
import { PlaceRating } from "#app/place/place-rating.tsx";
import { PlaceRows } from "#app/place/place-rows.tsx";
import { mainFactLooks, usePlaceWords } from "#app/place/place-words.ts";
import { SaidReview } from "#app/place/said-review.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { PagerNav } from "#app/ui/pager-nav.tsx";
import { useNow } from "#app/ui/use-now.ts";
import type { ReviewList } from "#domain/feedback/review.ts";
import { localTimeAt } from "#domain/opening/local-time.ts";
import { weekOf } from "#domain/opening/seven-entries.ts";
import { placeOpeningAt } from "#domain/opening/shown-opening.ts";
import type { Place } from "#domain/place/place.ts";
import { pageCountOf } from "#domain/reading/pager.ts";
import { structuredData } from "./structured-data.ts";

interface PlacePageProps {
  place: Place;
  /** A page of its reviews; null where they could not be read. */
  reviews: ReviewList | null;
  /** The nearest other places that are open, each with its distance. */
  nearest: readonly Place[];
  /** The page's address, whole. */
  address: string;
  /** Pixels of the picture for a preview of a link. */
  imageSize: PictureSize;
  renderedAt: string;
  /** Whether the visitor may report places. */
  mayReport: boolean;
  /** Age of the data. */
  freshness: ReactNode;
  /** What happened to the place lately. */
  changes: ReactNode;
}

/** A place's own page (docs/product#place-page): everything that the panel says, without script. */
export function PlacePage(props: PlacePageProps) {
  const { place, reviews, nearest, address, imageSize, renderedAt, mayReport, freshness, changes } =
    props;
  const { t } = useTranslation();
  const words = usePlaceWords()(place);
  const now = useNow(renderedAt);
  const opening = placeOpeningAt(place, now);
  return (
    <PageMain>
      <PageTitle screen={words.whole} />
      <Described place={place} name={words.whole} {...{ address, imageSize, now }} />
      <article className="grid grid-cols-[minmax(0,1fr)] gap-4 wrap-anywhere">
        <div>
          <p className="mb-2 flex flex-wrap items-center gap-2" data-turns>
            <StatusBadge {...opening} hasSince className="text-base!" />
            {!place.accepted && <Mark icon="waiting">{t("places.waiting")}</Mark>}
            {place.sample && <Mark icon="info">{t("places.sample")}</Mark>}
          </p>
          <h1 className="text-2xl">
            {words.own}
            <span className="mt-0.5 block text-lg font-normal">
              {place.postcode !== undefined && (
                <span className="text-muted">{place.postcode} </span>
              )}
              <TownName place={place} town={words.town} />
            </span>
          </h1>
          {place.position_approximate && <ApproximateMark />}
        </div>
        <PlaceFacts place={place} />
        <MoreFacts facts={place.facts} />
        <PlaceComment place={place} />
        <PlaceRating mean={place.rating_calculated} count={place.rating_count} />
        <p className="flex flex-wrap gap-2 print:hidden">
          <ButtonLink to={walkAddress(place.id)} variant="primary" icon="navigate">
            {t("directions.start")}
          </ButtonLink>
          <ButtonLink to={placeAddress(place.id)} icon="map">
            {t("places.onMap")}
          </ButtonLink>
        </p>
        <PlaceMapLink place={place} name={words.whole} />
        <div className="divide-y divide-line border-y border-line">
          <OpeningHours place={place} now={now} />
        </div>
        {reviews !== null && <Reviews place={place} reviews={reviews} />}
        {nearest.length > 0 && <NearestOpen places={nearest} now={now} />}
        {changes}
        <footer className="grid gap-2">
          {freshness}
          <p className="-ml-3 flex flex-wrap gap-x-2 print:hidden">
            {mayReport && (
              <ButtonLink
                to={reportAddress(place.id)}
                variant="quiet"
                icon="warning"
                className="px-3!"
              >
                {t("upkeep.report.action")}
              </ButtonLink>
            )}
            <ButtonLink to={editAddress(place.id)} variant="quiet" icon="edit" className="px-3!">
              {t("edit.open")}
            </ButtonLink>
            <ButtonLink
              to={historyAddress(place.id)}
              variant="quiet"
              icon="clock"
              className="px-3!"
            >
              {t("edit.toHistory")}
            </ButtonLink>
            <ButtonLink to={signAddress(place.id)} variant="quiet" icon="paper" className="px-3!">
              {t("found.sign.link")}
            </ButtonLink>
          </p>
        </footer>
      </article>
    </PageMain>
  );
}

/** The place's town, which leads to the others there; a place that waits counts for none. */
function TownName({ place, town }: { place: Place; town: string }) {
  if (place.city === "" || !place.accepted) return town;
  return (
    <Link to={townAddress(place.city)} className="text-link">
      {town}
    </Link>
  );
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

interface DescribedProps {
  place: Place;
  name: string;
  address: string;
  imageSize: PictureSize;
  now: Date;
}

/** What the page tells of itself: the place's name, facts and hours of today. */
function Described({ place, name, address, imageSize, now }: DescribedProps) {
  const { t, i18n } = useTranslation();
  const { weekday } = localTimeAt(now, place.time_zone);
  const facts = mainFactLooks(place.facts).map(({ label, text }) =>
    t(label, text === undefined ? {} : { text }),
  );
  const today = `${t("places.opening.today")} ${openingText(weekOf(place)[weekday], t)}`;
  const description = [t("found.place.description", { name }), ...facts, today].join(" · ");
  const data = structuredData(place, { name, address });
  const picture = `${address}/preview.png?lang=${i18n.language}`;
  const image = { ...imageSize, address: picture, alt: t("found.map", { name }) };
  return <PageDescription {...{ name, description, address, image, data }} />;
}

/** Zoom of the small map: the town around the place. */
const mapZoom = 11;

/** The server-drawn map around the place, which leads to the live one. */
function PlaceMapLink({ place, name }: { place: Place; name: string }) {
  const { t } = useTranslation();
  const [longitude, latitude] = place.coordinates;
  const view = { longitude, latitude, zoom: mapZoom };
  return <DrawnMap view={view} to={placeAddress(place.id)} alt={t("found.map", { name })} hasPin />;
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
            <SaidReview review={review}>
              {!review.own && (
                <Link
                  to={reviewReportAddress(place.id, review.id)}
                  className="text-link ml-auto inline-flex min-h-11 items-center text-sm print:hidden"
                >
                  {t("reviews.report.action")}
                </Link>
              )}
            </SaidReview>
          </li>
        ))}
      </ul>
      <PagerNav
        current={reviews.page}
        pageCount={pageCountOf(reviews.total, reviews.per_page)}
        toPage={(page) => `${placePageAddress(place.id)}${page > 1 ? `?page=${page}` : ""}#reviews`}
      />
    </section>
  );
}

function NearestOpen({ places, now }: { places: readonly Place[]; now: Date }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const nameOf = usePlaceWords();
  return (
    <section aria-labelledby="nearest">
      <h2 id="nearest" className="mb-2 text-xl">
        {t("found.place.nearest")}
      </h2>
      <PlaceRows
        places={places}
        now={now}
        nameOf={(other) => nameOf(other).whole}
        beside={({ distance }) =>
          distance !== undefined && <span className="tabular">{format.distance(distance)}</span>
        }
      />
    </section>
  );
}
