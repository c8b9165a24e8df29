import type { ReactNode, Ref } from "react";
import { ChosenNotice } from "#app/features/map/chosen-notice.tsx";
import { FilterChips } from "#app/features/map/list/filter-chips.tsx";
import { filterSearch } from "#app/features/map/list/nearby-list-query.ts";
import { NearbyPlaces } from "#app/features/map/list/nearby-places.tsx";
import { NearestButton } from "#app/features/map/list/nearest-button.tsx";
import type { ChosenMarker } from "#app/features/map/live/map-style.ts";
import type { Guidance } from "#app/features/map/live/route.ts";
import type { MapPageData } from "#app/features/map/map-page-data.ts";
import {
  MapSheet,
  SkipMapLink,
  useEscapeKey,
  usePanelFocus,
} from "#app/features/map/sheet/map-sheet.tsx";
import type { Passing } from "#app/features/map/way/shown-way.ts";
import { useHome } from "#app/i18n/home.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { reportFailedLoad } from "#app/network/offline-detection.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { TimeMenu, TimeNotice } from "#app/place/time-menu.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { PageTitle } from "#app/ui/page-title-and-main.tsx";
import type { ShownAddress } from "#domain/address-search/shown-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { type MapPageQuery, mapPagePath } from "#domain/map/map-page-query.ts";
import type { MapView } from "#domain/map/map-view.ts";
import type { Place } from "#domain/place/place.ts";
import { MapStage } from "./map-stage.tsx";
import "./map-page.css";
import { useMapPage } from "./use-map-page.ts";

const noPlaces: readonly Place[] = [];

/** Properties of the chosen place's panel. */
export interface PanelProps {
  place: Place;
  now: Date;
  /** The visitor's position; null while it is unknown. */
  position: Coordinates | null;
  /** Straight, from the visitor's position. */
  distanceMeters: number | null;
  /** Whether the visitor filters for places without steps. */
  filtersAccessible: boolean;
  onPosition: (position: Coordinates) => void;
  /** Called with what the map shows of a guided visitor; null when the guidance has ended. */
  onGuidance: (guidance: Guidance | null) => void;
  /** Where the distance is counted from, where the big button led here without a position; null else. */
  measured: ReactNode;
  /** The big button's other place, where it led here. */
  beside: ReactNode;
  /** The places of the list beside the map, which has the same titles. */
  listed: readonly Place[];
  query: MapPageQuery;
  /** Takes the focus when the place is chosen. */
  title: Ref<HTMLHeadingElement>;
  /** The page's URL with another place chosen. */
  placeHref: (id: number) => string;
  /** The page's URL without a chosen place. */
  closeHref: string;
  onClose: () => void;
  /** Called when the place was deleted: closes its panel, and loads list and map again. */
  onGone: () => void;
}

/** Properties of the panel of a place of which the page has the marker only. */
interface MarkedPanelProps extends Pick<PanelProps, "distanceMeters" | "closeHref" | "onClose"> {
  marker: ChosenMarker;
}

/** Most visitors plan no way. */
const WayPanel = lazyComponent(() =>
  import("#app/features/map/way/way-panel.tsx").then((module) => module.WayPanel),
);

interface MapPageProps {
  data: MapPageData;
  /** Whether the page is about to open another URL: then it starts no live map. */
  isRedirecting: boolean;
  /** The operator's start view; null where none is set. */
  startView: MapView | null;
  /** The menu button. */
  menu: ReactNode;
  /** Whose map it is. */
  siteName: ReactNode;
  /** The search for a place; results near a point come first. */
  renderSearch: (props: {
    near: Coordinates;
    /** The end of a way that is searched for; null for a place on the map. */
    aim: "from" | "to" | null;
    onFound: (found: ShownAddress) => void;
    onPlace: (id: number) => void;
    onNearest: (() => void) | undefined;
  }) => ReactNode;
  /** Why a way is a straight line. */
  whyStraight: ReactNode;
  /** The panel of the chosen place. */
  renderPanel: (props: PanelProps) => ReactNode;
  /** The panel of a pressed marker's place until that is loaded. */
  renderMarkedPanel: (props: MarkedPanelProps) => ReactNode;
  /** Called when the live map has loaded: then further chunks can load. */
  onMapReady: () => void;
}

/**
 * The map page: the map, the filters, the nearest place, and beside it the places in view or the chosen one.
 * What happens goes as an event to `nextMapPage` (`map-page-state.ts`); the page shows the state that follows.
 */
export function MapPage(props: MapPageProps) {
  const { menu, renderSearch, renderPanel, renderMarkedPanel, onMapReady } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const page = useMapPage(props);
  const { map, query, placeId, places, choice, guidance, position, view, dispatch, way } = page;
  const now = page.passesAt ?? page.now;
  const timeOf = ({ arrives, place }: Passing) => format.time(Date.parse(arrives), place.time_zone);
  const listed = way.shown?.passed ?? places.list?.places ?? noPlaces;
  const nameOf = usePlaceTitles(listed, false);
  const place = choice.kind === "place" ? choice.place : null;
  const marker = choice.kind === "loading" ? choice.marker : null;
  const find = page.find?.place.id === place?.id ? page.find : null;
  const title = usePanelFocus(placeId, place !== null, map);
  useEscapeKey(() => dispatch("escaped"));
  const near: Coordinates = [view.longitude, view.latitude];
  const placeHref = (id: number | null) => mapPagePath({ ...query, place: id });
  const closing = { closeHref: placeHref(null), onClose: () => dispatch("closed") };
  const metersTo = ({ coordinates }: Pick<Place, "coordinates">) =>
    position && distanceMeters(position, coordinates);

  return (
    <main
      id="main"
      tabIndex={-1}
      className="map-page"
      data-guiding={guidance ? "" : undefined}
      data-chosen={placeId === null ? undefined : ""}
      data-way={query.way ? "" : undefined}
      data-snap={page.snap}
    >
      <PageTitle screen={place ? nameOf(place).whole : query.way && t("way.title")} />
      <h1 className="sr-only">{t(query.way ? "way.title" : "map.heading")}</h1>
      <div className="map-stage" data-pointing={page.isPointing || page.aim !== null || undefined}>
        <SkipMapLink />
        {!query.way && (
          <NearestButton
            position={position}
            rough={page.rough}
            onPosition={(at) => dispatch("located", at)}
            isPointing={page.isPointing}
            onPointing={(isOn) => dispatch("pointing", isOn)}
            onList={() => dispatch("snapped", "half")}
            searched={page.searched}
            area={page.area}
            query={query}
            presses={page.nearestPresses}
            onPress={() => dispatch("nearestWanted")}
            onBest={(nearest) => dispatch("nearestNamed", nearest)}
            onFound={(found) => dispatch("nearestFound", found)}
            now={now}
          />
        )}
        <MapStage
          map={map}
          initial={page.initial}
          isPlacing={page.isPlacing}
          nearest={page.nearest}
          query={query}
          hrefOf={(other) => mapPagePath(other)}
          area={page.area}
          view={view}
          support={page.support}
          filterSearch={filterSearch(query)}
          chosen={page.chosen}
          ownPending={places.list?.own_pending ?? noPlaces}
          listed={listed}
          guidance={guidance}
          way={way.shown}
          covered={page.covered}
          onReady={(area) => {
            page.markReady(area);
            onMapReady();
          }}
          onMoveEnd={(area) => dispatch("moved", area)}
          mayLocate={page.mayLocate}
          position={position}
          rough={page.rough}
          pointed={page.pointed}
          takePoint={(at) => {
            dispatch("pressed", at);
            return page.isPointing || page.aim !== null;
          }}
          onChoose={(pressed) => dispatch("markerPressed", pressed)}
          onLongPress={(at) => dispatch("held", at)}
          onPosition={(at) => dispatch("located", at)}
          onLoadFailure={reportFailedLoad}
        />
        <div className="map-top">
          {menu}
          <search
            className="map-search noscript:hidden"
            onFocus={() => dispatch("snapped", "peek")}
          >
            {renderSearch({
              near,
              aim: page.aim,
              onFound: (found) =>
                dispatch("searched", found, { width: innerWidth, height: innerHeight }),
              onPlace: (id) => dispatch("placeSearched", id),
              // The big button is not there on the page of a way.
              onNearest: query.way ? undefined : () => dispatch("nearestWanted"),
            })}
          </search>
          <FilterChips
            query={query}
            list={places.list}
            onToggle={(name) => dispatch("filtered", name)}
          />
        </div>
        <TimeMenu
          at={page.at}
          present={page.present}
          timeZone={useHome().timeZone}
          hrefOf={(at) => mapPagePath({ ...query, at })}
        />
      </div>
      <MapSheet
        label={t(placeId !== null ? "map.sheet.place" : query.way ? "way.title" : "map.sheet.list")}
        snap={page.snap}
        onSnap={(snap) => dispatch("snapped", snap)}
        placeId={placeId}
        isGuiding={guidance !== null}
        siteName={props.siteName}
      >
        <TimeNotice
          at={page.at}
          isRefused={page.isRefused}
          nowHref={mapPagePath({ ...query, at: undefined })}
          className="mx-4 mt-1 mb-2 md:mt-3"
        />
        {choice.kind === "none" && query.way && (
          <ChunkBoundary fallback={null}>
            <WayPanel
              plan={query.way}
              query={query}
              state={way}
              aim={page.aim}
              now={page.present}
              position={position}
              dispatch={dispatch}
              whyStraight={props.whyStraight}
            />
          </ChunkBoundary>
        )}
        {page.passesAt && place && !guidance && (
          <p className="px-4 pt-1 font-bold">
            {t("way.passing", { time: page.passings.map(timeOf).join(" · ") })}
          </p>
        )}
        {choice.kind === "none" && !query.way && (
          <NearbyPlaces
            query={query}
            places={places}
            hasPosition={position !== null}
            near={position ?? near}
            now={now}
          />
        )}
        {place &&
          renderPanel({
            place,
            now,
            position,
            distanceMeters: metersTo(place),
            filtersAccessible: query.filters.accessible,
            onPosition: (at) => dispatch("located", at),
            onGuidance: (next) => dispatch("guided", next),
            measured: find?.measured ?? null,
            beside: find?.beside ?? null,
            listed,
            query,
            title,
            placeHref,
            ...closing,
            onGone: () => {
              dispatch("closed");
              page.reload();
            },
          })}
        {marker && renderMarkedPanel({ marker, distanceMeters: metersTo(marker), ...closing })}
        {choice.kind !== "none" && choice.kind !== "place" && !marker && (
          <ChosenNotice kind={choice.kind} {...closing} onRetry={page.retry} />
        )}
      </MapSheet>
    </main>
  );
}
