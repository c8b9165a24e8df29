import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Mark, MoreFacts, PlaceComment } from "#app/place/more-facts.tsx";
import { OpeningHours, openingText } from "#app/place/opening-hours.tsx";
import { StatusBadge } from "#app/place/opening-status-badge.tsx";
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
import { mainFactLooks, usePlaceWords } from "#app/place/place-words.ts";
import { SaidReview } from "#app/place/said-review.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { PagerNav } from "#app/ui/pager-nav.tsx";
import { useNow } from "#app/ui/use-now.ts";
import type { ReviewList } from "#domain/feedback/review.ts";
import type { MapTheme } from "#domain/map/map-palettes.ts";
import { formatMapView, mapPictureSizes } from "#domain/map/map-view.ts";
import { localTimeAt } from "#domain/opening/local-time.ts";
import { weekOf } from "#domain/opening/seven-entries.ts";
import { placeOpeningAt } from "#domain/opening/shown-opening.ts";
import type { Place } from "#domain/place/place.ts";
import { pageCountOf } from "#domain/reading/pager.ts";
import { fallbackLanguage, languages, toLanguage } from "#domain/text/language.ts";
import { scriptText, structuredData } from "./structured-data.ts";

interface PlacePageProps {
  place: Place;
  /** A page of its reviews; null where they could not be read. */
  reviews: ReviewList | null;
  /** The nearest other places that are open, each with its distance. */
  nearest: readonly Place[];
  /** The page's address, whole. */
  address: string;
  renderedAt: string;
  /** Whether the visitor may report places. */
  mayReport: boolean;
  /** Age of the data. */
  freshness: ReactNode;
}

/** A place's own page (docs/product#place-page): everything that the panel says, without script. */
export function PlacePage(props: PlacePageProps) {
  const { place, reviews, nearest, address, renderedAt, mayReport, freshness } = props;
  const { t } = useTranslation();
  const words = usePlaceWords()(place);
  const now = useNow(renderedAt);
  const opening = placeOpeningAt(place, now);
  return (
    <PageMain>
      <PageTitle screen={words.whole} />
      <Described place={place} name={words.whole} address={address} now={now} />
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
              {words.town}
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
          </p>
        </footer>
      </article>
    </PageMain>
  );
}

interface DescribedProps {
  place: Place;
  name: string;
  address: string;
  now: Date;
}

/** What the page tells search engines and whoever shows a link to it; React moves it into the head. */
function Described({ place, name, address, now }: DescribedProps) {
  const { t, i18n } = useTranslation();
  const { weekday } = localTimeAt(now, place.time_zone);
  const facts = mainFactLooks(place.facts).map(({ label, text }) =>
    t(label, text === undefined ? {} : { text }),
  );
  const today = `${t("places.opening.today")} ${openingText(weekOf(place)[weekday], t)}`;
  const description = [t("placePage.description", { name }), ...facts, today].join(" · ");
  const language = toLanguage(i18n.language) ?? fallbackLanguage;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {languages.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={`${address}?lang=${other}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t("app.title")} />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={language} />
      <script
        type="application/ld+json"
        // What it holds cannot end the element.
        dangerouslySetInnerHTML={{ __html: scriptText(structuredData(place, { name, address })) }}
      />
    </>
  );
}

/** Zoom of the small map: the town around the place. */
const mapZoom = 11;

/** The server-drawn map around the place, which leads to the live one. */
function PlaceMapLink({ place, name }: { place: Place; name: string }) {
  const { t, i18n } = useTranslation();
  const [longitude, latitude] = place.coordinates;
  const language = toLanguage(i18n.language) ?? fallbackLanguage;
  const view = formatMapView({ longitude, latitude, zoom: mapZoom });
  const picture = (theme: MapTheme) =>
    `/map-picture.svg?view=${view}&size=page&theme=${theme}&lang=${language}`;
  return (
    <Link
      to={placeAddress(place.id)}
      className="relative block overflow-clip rounded-card border border-line"
    >
      <picture>
        <source media="(prefers-color-scheme: dark)" srcSet={picture("dark")} />
        <img
          src={picture("light")}
          {...mapPictureSizes.page}
          alt={t("placePage.map", { name })}
          loading="lazy"
          className="block h-52 w-full object-none"
        />
      </picture>
      <span
        className="absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-full rounded-full border-2 border-raised bg-brand p-2 text-on-brand shadow-float"
        aria-hidden="true"
      >
        <Icon name="place" className="block size-6" />
      </span>
    </Link>
  );
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
        {t("placePage.nearest")}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {places.map((other) => (
          <li key={other.id} className="relative flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <Link
              to={placePageAddress(other.id)}
              className="text-link min-w-0 basis-full font-bold after:absolute after:inset-0 sm:grow sm:basis-0"
            >
              {nameOf(other).whole}
            </Link>
            <StatusBadge {...placeOpeningAt(other, now)} />
            {other.distance !== undefined && (
              <span className="tabular">{format.distance(other.distance)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
