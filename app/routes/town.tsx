import { data, redirect } from "react-router";
import { useOrigin } from "#app/features/layout/use-session.ts";
import { useHome } from "#app/i18n/home.ts";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PageHandle } from "#app/page-start.ts";
import { DrawnMap } from "#app/place/drawn-map.tsx";
import { filterLabels } from "#app/place/filter-labels.ts";
import { PageDescription } from "#app/place/page-description.tsx";
import { PlaceFacts } from "#app/place/place-facts.tsx";
import { placePagePath, townPath, townsPath } from "#app/place/place-paths.ts";
import { PlaceRows } from "#app/place/place-rows.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { TimeNotice } from "#app/place/time-menu.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { useInstant } from "#app/ui/use-now.ts";
import { formatMapView, type MapView } from "#domain/map/map-view.ts";
import type { WallTime } from "#domain/opening/instant.ts";
import type { Place } from "#domain/place/place.ts";
import type { Town, TownCounts } from "#domain/place-index/towns.ts";
import { townPlacesPerPage } from "#domain/validation/page-sizes.ts";
import { pageCountOf } from "#domain/validation/pagination.ts";
import { pageQuerySchema, parseQuery } from "#domain/validation/parse-query.ts";
import { i18nContext, servicesContext, viewerContext } from "#server/request-context.ts";
import type { Route } from "./+types/town.ts";

/** @throws {Response} 404 for a town without a place or a page beyond the last; 301 to the name that most places have */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const url = new URL(request.url);
  const parsed = parseQuery(pageQuerySchema, url.searchParams, { ignoreUnknownParameters: true });
  if (!parsed.ok) throw data(null, { status: 404 });
  const asked = url.searchParams.get("at") ?? undefined;
  const isTimeRefused = !services.isAskable(asked);
  const at = isTimeRefused ? undefined : asked;
  const query = { name: params.town, page: parsed.query.page, at };
  const town = await services.places.readTown(query, context.get(viewerContext));
  if (town === null || (town.places.length === 0 && town.page > 1)) {
    throw data(null, { status: 404 });
  }
  if (town.name !== params.town) throw redirect(townPath(town.name) + url.search, 301);
  return {
    town,
    renderedAt: services.now().toISOString(),
    at,
    isTimeRefused,
    ...pageMessagesOf(context.get(i18nContext), "found"),
  };
}

export const handle: PageHandle = { isStatic: true, describesItself: true };

export default function TownRoute({ loaderData }: Route.ComponentProps) {
  const { town, renderedAt, at, isTimeRefused } = loaderData;
  return (
    <PageMessagesProvider given={loaderData} path={townPath(town.name)}>
      <TownPage {...{ town, renderedAt, at, isTimeRefused }} origin={useOrigin()} />
    </PageMessagesProvider>
  );
}

interface TownPageProps {
  town: Pick<Town, "name" | "counts"> & {
    readonly places: readonly Place[];
    readonly page: number;
    readonly view: MapView;
    readonly asOf: string | null;
  };
  origin: string;
  renderedAt: string;
  /** Time that the page is about; absent for now. */
  at?: WallTime | undefined;
  /** Whether the URL has a time that cannot be shown. */
  isTimeRefused?: boolean;
}

/** The toilets of a town: how many, where, and which of them are open (docs/product#towns). */
export function TownPage({ town, origin, renderedAt, at, isTimeRefused = false }: TownPageProps) {
  const { t, i18n } = useTranslation();
  const format = useFormatter();
  const { now, isRefused } = useInstant(renderedAt, at, useHome().timeZone);
  const { name, counts, places, page, view, asOf } = town;
  const nameOf = usePlaceTitles(places);
  const title = t("found.towns.town", { name });
  const toPage = (other: number) => townPath(name) + (other > 1 ? `?page=${other}` : "");
  const feed = `/data/feed.atom?town=${encodeURIComponent(name)}&lang=${i18n.language}`;
  const total = t("places.count", { count: counts.total, total: format.number(counts.total) });
  return (
    <PageMain>
      <PageTitle screen={page === 1 ? title : t("places.pageTitle", { title, page })} />
      <PageDescription
        name={title}
        description={[title, total, ...countTexts(counts, t, format.number)].join(" · ")}
        url={origin + toPage(page)}
        data={{
          "@context": "https://schema.org",
          "@type": "ItemList",
          name: title,
          numberOfItems: counts.total,
          itemListElement: places.map((place, index) => ({
            "@type": "ListItem",
            position: (page - 1) * townPlacesPerPage + index + 1,
            url: origin + placePagePath(place.id),
            name: nameOf(place).whole,
          })),
        }}
      />
      <link rel="alternate" type="application/atom+xml" href={feed} title={t("found.towns.feed")} />
      <p>
        <PageLink
          to={townsPath}
          className="text-link -ml-1 inline-flex min-h-11 items-center gap-1"
        >
          <Icon name="chevron-left" /> {t("found.towns.title")}
        </PageLink>
      </p>
      <h1 className="text-2xl">{title}</h1>
      <TimeNotice
        at={isRefused ? undefined : at}
        isRefused={isRefused || isTimeRefused}
        nowHref={toPage(page)}
        className="my-3"
      />
      <Counts counts={counts} total={total} />
      <DrawnMap view={view} to={`/?view=${formatMapView(view)}`} alt={t("found.map", { name })} />
      {asOf !== null && (
        <Alert kind="warning" className="mt-4">
          {t("places.fromMemory", { time: format.dateTime(asOf) })}
        </Alert>
      )}
      <section
        className="mt-6"
        data-turns
        data-around={[view.longitude, view.latitude].join()}
        aria-label={t("places.title")}
      >
        <PlaceRows
          places={places}
          now={now}
          nameOf={(place) => nameOf(place).own}
          below={(place) => <PlaceFacts place={place} className="text-sm" />}
        />
      </section>
      <Pagination
        current={page}
        pageCount={pageCountOf(counts.total, townPlacesPerPage)}
        toPage={toPage}
      />
      <p className="mt-4 print:hidden">
        <a href={feed} className="text-link inline-flex min-h-11 items-center">
          {t("found.towns.feed")}
        </a>
      </p>
    </PageMain>
  );
}

/** Numbers that a town's page names where they are not zero, each with the icon and label of its filter. */
const counted = [
  "open",
  "accessible",
  "free",
  "changing_table",
] as const satisfies readonly Exclude<keyof TownCounts, "total">[];

function Counts({ counts, total }: { counts: TownCounts; total: string }) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <ul className="mt-1 mb-4 flex flex-wrap gap-x-4 gap-y-1">
      <li className="font-bold">{total}</li>
      {counted
        .filter((name) => counts[name] > 0)
        .map((name) => (
          <li key={name} className="inline-flex items-center gap-1.5">
            <Icon name={filterLabels[name].icon} className="size-5 text-muted" />
            <span>
              {t(filterLabels[name].label)}:{" "}
              <span className="tabular">{format.number(counts[name])}</span>
            </span>
          </li>
        ))}
    </ul>
  );
}

function countTexts(
  counts: TownCounts,
  t: ReturnType<typeof useTranslation>["t"],
  number: (value: number) => string,
): string[] {
  // What is open now is not so when a search engine shows it.
  return counted
    .filter((name) => name !== "open" && counts[name] > 0)
    .map((name) => `${t(filterLabels[name].label)}: ${number(counts[name])}`);
}
