import { useState } from "react";
import {
  data,
  isRouteErrorResponse,
  redirect,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import type { ChosenPlaceProps } from "#app/chosen-place.tsx";
import { PlaceSearch } from "#app/features/address-search/place-search.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { MapMenu, MapOwner } from "#app/features/layout/map-menu.tsx";
import { useMayBeLed, useOrigin, useSite } from "#app/features/layout/use-session.ts";
import { ChosenSkeleton } from "#app/features/map/chosen-notice.tsx";
import { Shortcuts } from "#app/features/map/keyboard/shortcuts.tsx";
import { findChosen, type MapPageData, readMapPage } from "#app/features/map/map-page-data.ts";
import { MapPage } from "#app/features/map/page/map-page.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PageHandle } from "#app/page-start.ts";
import { PageDescription } from "#app/place/page-description.tsx";
import { placePagePath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { InvalidUrlPage } from "#app/ui/invalid-url.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { continuingPath } from "#domain/account/own-path.ts";
import { geoTextQuerySchema } from "#domain/address-search/geo-queries.ts";
import { shownAddress } from "#domain/address-search/shown-address.ts";
import {
  type MapPageQuery,
  mapPagePath,
  missedParameter,
  parseMapPageQuery,
  wayPath,
} from "#domain/map/map-page-query.ts";
import type { ModerationResult } from "#domain/moderation/moderation-result.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";
import { parseQuery } from "#domain/validation/parse-query.ts";
import { wayQuerySchema } from "#domain/way/way.ts";
import type { CacheablePage } from "#server/http/response-cache/cacheable-page.ts";
import {
  clientContext,
  i18nContext,
  publicConfigContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/map.ts";

/** The chunk of the panel, once it is loaded: it is then drawn in the frame that needs it. */
let panel: typeof import("#app/chosen-place.tsx") | null = null;
const loadPanel = async () => {
  panel = await import("#app/chosen-place.tsx");
  return panel;
};
/*
 * The server has drawn the panel of a page that is opened with a chosen place. Were its chunk not there when
 * React takes the page over, the first change of the page, such as the visitor's position, would make React
 * throw the drawn panel away, show a skeleton, and draw it again: a press in between would be lost.
 */
if (!import.meta.env.SSR && new URLSearchParams(location.search).has("place")) {
  await loadPanel().catch(() => {});
}
const LazyChosenPlace = lazyComponent(async () => (await loadPanel()).ChosenPlace);

export const cacheable: CacheablePage = { parameters: ["place", "view"], hasFilters: true };

/** Data of the page from the server: the chosen place, and the places around the initial view's middle. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { places, now } = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const query = queryOf(request);
  if (query.way) await lookUpEnds(request, query, context);
  const { page, status } = await readMapPage(query, {
    findPlace: (id) => places.findPlace(id, viewer, query.at),
    listPlaces: (query) => places.listPlaces(query, viewer),
    findWay: (search) => findWay(search, request, context),
    now: now(),
    startView: context.get(publicConfigContext).site.startView,
  });
  return data(page, { status });
}

type LoaderContext = Route.LoaderArgs["context"];

/** The way of an API's query string, within the limits of the API. */
async function findWay(search: string, { signal }: Request, context: LoaderContext) {
  const parsed = parseQuery(wayQuerySchema, new URLSearchParams(search));
  if (!parsed.ok) return { code: "error.parameter" };
  const { places, consumeSearchLimit, isAskable } = context.get(servicesContext);
  const [client, viewer] = [context.get(clientContext), context.get(viewerContext)];
  if ((await consumeSearchLimit(client, viewer)) !== null) return { code: "error.toomanyrequests" };
  const query = isAskable(parsed.query.at) ? parsed.query : { ...parsed.query, at: undefined };
  const { locale } = context.get(i18nContext);
  return places.findWay(query, viewer, { language: locale, signal });
}

/**
 * Looks up the ends of a way that were sent as texts, without script.
 *
 * @throws {Response} a redirect to the way with the ends that were found
 */
async function lookUpEnds(
  { url, signal }: Request,
  query: MapPageQuery,
  context: LoaderContext,
): Promise<void> {
  const { searchParams } = new URL(url);
  const { geo, consumeSearchLimit } = context.get(servicesContext);
  const client = context.get(clientContext);
  const options = { language: client.language, near: null, sessionToken: null, signal };
  const missed: string[] = [];
  const lookUp = async (end: "from" | "to") => {
    const text = searchParams.get(`${end}_q`)?.trim();
    const known = query.way?.[end];
    if (text === undefined || text === known?.name) return {};
    const q = parseQuery(geoTextQuerySchema, new URLSearchParams({ q: text }));
    if (!q.ok || (await consumeSearchLimit(client, context.get(viewerContext))) !== null) return {};
    const found = await geo.search(text, options);
    const [first] = found.ok ? found.value : [];
    if (first === undefined) {
      missed.push(text);
      return { [end]: null };
    }
    const { coordinates, name } = shownAddress(first);
    return { [end]: { coordinates, name } };
  };
  if (!["from_q", "to_q"].some((name) => searchParams.has(name))) return;
  const [from, to] = [await lookUp("from"), await lookUp("to")];
  const path = mapPagePath({ ...query, way: query.way && { ...query.way, ...from, ...to } });
  const missing = missed.map((text) => `${missedParameter}=${encodeURIComponent(text)}`);
  throw redirect([path, ...missing.slice(0, 1)].join(path.includes("?") ? "&" : "?"));
}

/** Whether the page began as the service worker's shell (docs/decisions/045). */
const isShell = !import.meta.env.SSR && document.documentElement.dataset.kept !== undefined;

/** Whether the shell still has to open the requested URL (`offline-start.ts`). */
let isOpening = isShell;

/** In the browser only the chosen place is loaded; the list follows the map's area. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<MapPageData> {
  isOpening = false;
  const query = queryOf(request);
  const chosen = await findChosen(query.place, query.at, request.signal);
  return {
    renderedAt: new Date().toISOString(),
    query,
    chosen,
    list: null,
    hasListFailed: false,
    here: null,
    way: null,
  };
}

/**
 * Filters and the view need no loading: tiles and the list follow them. At another time, after a form was sent, or at
 * the same URL, the chosen place may be different. The shell has nothing of the URL that it opens.
 */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
  actionStatus = 200,
}: ShouldRevalidateFunctionArgs) {
  if (formMethod && formMethod !== "GET") return actionStatus < 400 && !isDeletion(actionResult);
  if (currentUrl.href === nextUrl.href || isOpening) return true;
  return ["place", "at"].some(
    (name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name),
  );
}

/** The panel of a deleted place closes; there is nothing to load. */
function isDeletion(result: ModerationResult | undefined): boolean {
  if (!result?.ok || !("outcome" in result)) return false;
  return result.intent === "decide" && result.outcome === "delete";
}

/** @throws {Response} 422 with the malformed parameters */
function queryOf(request: Request): MapPageQuery {
  const { searchParams, pathname } = new URL(request.url);
  const parsed = parseMapPageQuery(searchParams, pathname);
  if (parsed.ok) return parsed.query;
  throw data({ fields: parsed.errors.map(({ field }) => field) }, { status: 422 });
}

export const handle: PageHandle = { describesItself: true };

/** The map, or the chosen place, whose own page is the one to be found. */
function MapDescription({ chosen, query }: Pick<MapPageData, "chosen" | "query">) {
  const { t } = useTranslation();
  const titleOf = usePlaceTitles();
  const origin = useOrigin();
  if (chosen.kind !== "place") {
    const [name, path] = query.way ? [t("way.title"), wayPath] : [t("app.title"), "/"];
    return <PageDescription {...{ name, url: origin + path }} />;
  }
  const name = titleOf(chosen.place).whole;
  const url = origin + placePagePath(chosen.place.id);
  return <PageDescription {...{ name, url }} pictureAlt={name} />;
}

/** Why a way is a straight line, with the sign-in where that gives a route. */
function WhyStraight({ query }: Pick<MapPageData, "query">) {
  const { t } = useTranslation();
  const mayBeLed = useMayBeLed();
  if (mayBeLed) return t("way.straight.unknown");
  return (
    <>
      {t("way.straight.visitor")}{" "}
      <PageLink to={continuingPath("/login", mapPagePath(query))} className="text-link py-1.5">
        {t("directions.signIn")}
      </PageLink>
    </>
  );
}

export default function Page({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const startView = useSite()?.startView ?? null;
  const [isKeyboardOpen, setKeyboardOpen] = useState(false);
  // The server gives the list with the page; the browser requests it (`clientLoader`).
  const isOfShell = isShell && (loaderData.list !== null || loaderData.hasListFailed);
  return (
    <>
      <MapDescription {...loaderData} />
      <MapPage
        // The map starts where the URL says, which the shell does not know.
        key={Number(isOfShell)}
        isRedirecting={isOfShell}
        data={loaderData}
        startView={startView}
        menu={<MapMenu onKeyboard={() => setKeyboardOpen(true)} />}
        siteName={<MapOwner />}
        renderSearch={({ onFound, aim, ...search }) =>
          aim === null ? (
            <PlaceSearch {...search} onRetrieved={(_address, _text, shown) => onFound(shown)} />
          ) : (
            <PlaceSearch
              key={aim}
              near={search.near}
              label={t(`way.aim.${aim}`)}
              isFocused
              onRetrieved={(_address, _text, shown) => onFound(shown)}
            />
          )
        }
        whyStraight={<WhyStraight query={loaderData.query} />}
        renderPanel={(props) => (
          <ChosenPlace key={props.place.id} here={loaderData.here} {...props} />
        )}
        renderMarkedPanel={(props) =>
          panel ? <panel.MarkedPanel {...props} /> : <ChosenSkeleton status={props.marker.status} />
        }
        onMapReady={() => void loadPanel().catch(() => {})}
      />
      <Shortcuts
        isOpen={isKeyboardOpen}
        onOpen={() => setKeyboardOpen(true)}
        onClose={() => setKeyboardOpen(false)}
      />
    </>
  );
}

function ChosenPlace(props: ChosenPlaceProps) {
  const [Panel] = useState(() => panel?.ChosenPlace ?? LazyChosenPlace);
  const name = usePlaceTitles(props.listed, false)(props.place).whole;
  const { status } = placeOpeningAt(props.place, props.now);
  return (
    <ChunkBoundary fallback={<ChosenSkeleton name={name} status={status} />}>
      <Panel {...props} />
    </ChunkBoundary>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 422) {
    const { fields } = error.data;
    return <InvalidUrlPage fields={fields} label="action.home" to="/" reloadDocument icon="map" />;
  }
  return <ErrorPage error={error} />;
}
