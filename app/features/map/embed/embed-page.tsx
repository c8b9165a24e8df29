import "#app/features/map/page/map-page.css";
import "./embed-page.css";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { ChosenNotice, useChosenMarker } from "#app/features/map/chosen-notice.tsx";
import { filterSearch } from "#app/features/map/list/nearby-list-query.ts";
import { useNearbyPlaces } from "#app/features/map/list/use-nearby-places.ts";
import type { MapHandle } from "#app/features/map/live/map-canvas.tsx";
import type { ChosenMarker } from "#app/features/map/live/map-style.ts";
import type { MapArea } from "#app/features/map/map-area.ts";
import { findChosen, type MapPageData, type ShownChoice } from "#app/features/map/map-page-data.ts";
import { MapStage } from "#app/features/map/page/map-stage.tsx";
import { SkipMapLink } from "#app/features/map/sheet/map-sheet.tsx";
import { useMapSupport } from "#app/features/map/use-map-support.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { reportFailedLoad } from "#app/network/offline-detection.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { PageTitle } from "#app/ui/page-title-and-main.tsx";
import { useNow } from "#app/ui/use-now.ts";
import {
  type EmbedMessage,
  type EmbedOrigins,
  embedVersion,
  type HostMessage,
  isEmbedOrigin,
  messageTargets,
  readHostMessage,
  viewMessage,
} from "#domain/embed/embed-messages.ts";
import { type EmbedQuery, embedUrl } from "#domain/embed/embed-url.ts";
import { boundsOfView } from "#domain/map/bounds-of-view.ts";
import { initialView, placeZoom } from "#domain/map/initial-view.ts";
import { mapPagePath } from "#domain/map/map-page-query.ts";
import { formatMapView, type MapView } from "#domain/map/map-view.ts";
import type { Place } from "#domain/place/place.ts";
import type { Language } from "#domain/text/language.ts";
import { EmbedBar, EmbeddedList, EmbeddedPlace } from "./embed-parts.tsx";

const listId = "embed-list";

/** Height of the map in the height that is posted to the host, in CSS pixels. */
const mapPixels = 320;

/** Frame in which the list is beside the map, as a media query; embed-page.css has it too. */
const besideLayout = "(width >= 600px)";

interface EmbedPageProps {
  data: MapPageData;
  /** The operator's start view; null where none is set. */
  startView: MapView | null;
  /** URL of the operator's logo; null for our sign. */
  logo: string | null;
  /** Language in the URL; null for the visitor's own. */
  language: Language | null;
  /** Origins of the pages that may show the frame. */
  origins: EmbedOrigins;
}

/**
 * Map and list in a frame on another site's page (docs/product#embed). What is chosen is in the page's state
 * alone: the frame writes nothing into the history, which is the other page's too.
 */
export function EmbedPage({ data, startView, logo, language, origins }: EmbedPageProps) {
  const { t } = useTranslation();
  const nameOf = usePlaceTitles();
  const now = useNow(data.renderedAt);
  const support = useMapSupport();
  const map = useRef<MapHandle>(null);
  const query: EmbedQuery = { ...data.query, language };
  const { choice, choose, retry } = useEmbeddedChoice(data);
  const place = choice.kind === "place" ? choice.place : null;
  const [initial] = useState(() => initialView(query.view, place?.coordinates ?? null, startView));
  const [area, setArea] = useState<MapArea | null>(null);
  const view = area?.view ?? initial.view;
  const places = useNearbyPlaces({
    isPaused: choice.kind !== "none" && area === null,
    isSilent: choice.kind !== "none",
    searched: null,
    data,
    now,
    query,
    area,
    initialView: initial.view,
    position: null,
  });
  const chosen = useChosenMarker(choice, now);
  const side = useRef<HTMLElement>(null);

  const show = (next: MapView) => map.current?.show(next);
  useHostMessages(origins, async (message) => {
    if (message.type === "mosdo:view") {
      const [longitude, latitude] = message.center;
      show({ longitude, latitude, zoom: message.zoom });
      return;
    }
    const found = await choose(message.place);
    if (!found) return;
    const [longitude, latitude] = found.coordinates;
    show({ longitude, latitude, zoom: Math.max(placeZoom, view.zoom) });
  });
  usePostChoice(place, origins, (shown) => nameOf(shown).whole);
  usePostHeight(side, origins);

  // The focus follows what the visitor does, never what the page around the frame does.
  const focus = (selector: string) =>
    requestAnimationFrame(() => {
      const wanted = side.current?.querySelector<HTMLElement>(selector) ?? side.current;
      wanted?.focus();
    });
  const press = async (id: number, marker: ChosenMarker | null = null) => {
    const found = await choose(id, { marker, listed: places.list?.places });
    if (!found) return;
    map.current?.reveal(found.coordinates);
    focus("h2");
  };
  const close = () => {
    void choose(null);
    focus(place ? `[data-place="${place.id}"]` : "h2");
  };
  const wholeMap = mapPagePath({ ...query, view });
  const closeHref = embedUrl({ ...query, place: null });

  return (
    <main id="main" className="embed-page">
      <PageTitle />
      <h1 className="sr-only">{t("map.heading")}</h1>
      <EmbedBar logo={logo} href={wholeMap} />
      <div className="map-stage embed-map">
        <SkipMapLink listId={listId} />
        <MapStage
          map={map}
          initial={initial}
          query={query}
          nearest={null}
          hrefOf={(other) => embedUrl({ ...other, language })}
          area={area}
          view={view}
          support={support}
          filterSearch={filterSearch(query)}
          chosen={chosen}
          listed={places.list?.places}
          guidance={null}
          covered={() => ({ top: 0, bottom: 0 })}
          isInFrame
          onReady={setArea}
          onMoveEnd={(next) => {
            setArea(next);
            if (formatMapView(next.view) === formatMapView(view)) return;
            postToHost(origins, viewMessage(next.view, boundsOfView(next.view, next.size)));
          }}
          mayLocate={undefined}
          position={null}
          onChoose={(marker) => void press(marker.id, marker)}
          onPosition={() => {}}
          onLoadFailure={reportFailedLoad}
        />
      </div>
      <section
        ref={side}
        id={listId}
        tabIndex={-1}
        aria-label={t(choice.kind === "none" ? "map.sheet.list" : "map.sheet.place")}
        className="embed-side"
      >
        <div>
          {choice.kind === "none" && (
            <EmbeddedList
              query={query}
              places={places}
              near={[view.longitude, view.latitude]}
              isOpenFirst={data.query.view === null}
              now={now}
              linkTo={({ id }) => ({
                to: embedUrl({ ...query, place: id }),
                "data-place": id,
                onClick: (event) => {
                  event.preventDefault();
                  void press(id);
                },
              })}
            />
          )}
          {place && (
            <EmbeddedPlace
              place={place}
              now={now}
              mapHref={mapPagePath({ ...query, place: place.id, view: null })}
              closeHref={closeHref}
              onClose={close}
            />
          )}
          {choice.kind !== "none" && choice.kind !== "place" && (
            <ChosenNotice
              kind={choice.kind}
              closeHref={closeHref}
              onClose={close}
              onRetry={retry}
            />
          )}
        </div>
      </section>
    </main>
  );
}

interface Known {
  /** The pressed marker. */
  readonly marker?: ChosenMarker | null;
  readonly listed?: readonly Place[];
}

/** The chosen place; one that the page does not know yet is loaded. */
function useEmbeddedChoice(data: MapPageData) {
  const [choice, setChoice] = useState<ShownChoice>(data.chosen);
  const wanted = useRef(data.query.place);
  /** @returns the place; null where none was chosen, it was not found, or another was chosen meanwhile */
  const choose = async (id: number | null, known: Known = {}): Promise<Place | null> => {
    wanted.current = id;
    const listed = known.listed?.find((place) => place.id === id);
    if (id !== null && !listed) setChoice({ kind: "loading", marker: known.marker ?? null });
    const found: ShownChoice = listed ? { kind: "place", place: listed } : await findChosen(id);
    if (wanted.current !== id) return null;
    setChoice(found);
    return found.kind === "place" ? found.place : null;
  };
  return { choice, choose, retry: () => void choose(wanted.current) };
}

/** Posts to the host which place is chosen, once for each change. */
function usePostChoice(
  place: Place | null,
  origins: EmbedOrigins,
  nameOf: (place: Place) => string,
): void {
  const posted = useRef(place?.id ?? null);
  const post = useEffectEvent(() => {
    const chosen = place && {
      id: place.id,
      name: nameOf(place),
      position: place.coordinates,
    };
    postToHost(origins, { type: "mosdo:choice", place: chosen });
  });
  const id = place?.id ?? null;
  useEffect(() => {
    if (posted.current !== id) post();
    posted.current = id;
  }, [id]);
}

/**
 * Posts to the host the height at which the whole list is seen. It does not depend on the frame's own height,
 * so a host that follows it comes to rest.
 */
function usePostHeight(side: RefObject<HTMLElement | null>, origins: EmbedOrigins): void {
  const posted = useRef(0);
  const post = useEffectEvent((height: number) => {
    if (height !== posted.current) postToHost(origins, { type: "mosdo:height", height });
    posted.current = height;
  });
  useEffect(() => {
    const content = side.current?.firstElementChild;
    const bar = side.current?.parentElement?.querySelector("header");
    if (!content || !bar) return;
    const observer = new ResizeObserver(() => {
      const list = content.getBoundingClientRect().height;
      const isBeside = matchMedia(besideLayout).matches;
      const height = isBeside ? Math.max(mapPixels, list) : mapPixels + list;
      post(Math.ceil(bar.getBoundingClientRect().height + height));
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, [side]);
}

/** Posts a message to the page around the frame (docs/embedding.md); outside of a frame, to none. */
function postToHost(origins: EmbedOrigins, message: EmbedMessage): void {
  if (parent === window) return;
  for (const target of messageTargets(withOwn(origins), parentOrigin())) {
    parent.postMessage({ ...message, version: embedVersion }, target);
  }
}

/** Listens for messages of the page around the frame, and posts that it is ready. */
function useHostMessages(origins: EmbedOrigins, onMessage: (message: HostMessage) => void): void {
  const hear = useEffectEvent(({ source, origin, data }: MessageEvent) => {
    if (source !== parent || parent === window || !isEmbedOrigin(origin, withOwn(origins))) return;
    const message = readHostMessage(data);
    if (message) onMessage(message);
  });
  const postReady = useEffectEvent(() => postToHost(origins, { type: "mosdo:ready" }));
  useEffect(() => {
    const listener = (event: MessageEvent) => hear(event);
    addEventListener("message", listener);
    postReady();
    return () => removeEventListener("message", listener);
  }, []);
}

/** Our own page that makes snippets shows the frame too. */
function withOwn(origins: EmbedOrigins): EmbedOrigins {
  return origins === "everyone" ? origins : [...origins, location.origin];
}

/** Origin of the page around the frame; null where the browser does not disclose it. */
function parentOrigin(): string | null {
  const [nearest] = location.ancestorOrigins ?? [];
  if (nearest) return nearest;
  return document.referrer === "" ? null : new URL(document.referrer).origin;
}
