import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { KeyboardMessagesProvider } from "#app/features/map/keyboard/keyboard-messages.tsx";
import type {
  ChosenMarker,
  PressedFeature,
  ShownMarker,
} from "#app/features/map/live/map-style.ts";
import type { PlaceMap } from "#app/features/map/live/place-map.ts";
import { findChosen } from "#app/features/map/map-page-data.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { StatusBadge } from "#app/place/opening-status-badge.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { useAnnounce } from "#app/ui/live-region.tsx";
import type { Place } from "#domain/place/place.ts";
import "./marker-walk.css";

interface MarkerWalkProps {
  map: PlaceMap;
  chosen: ChosenMarker | null;
  /** Where the walk begins: the place that it last chose; null at the first marker. */
  from: number | null;
  onPress: (feature: PressedFeature) => void;
  /** Called when the focus has gone elsewhere; with true where it belongs to the map now. */
  onEnd: (isBack: boolean) => void;
}

/**
 * The markers in sight as buttons in reading order (docs/product#markers-in-reading-order): one of them has
 * the focus, with a ring on the map and its label beside it. It follows the map.
 */
export function MarkerWalk(props: MarkerWalkProps) {
  return (
    <KeyboardMessagesProvider>
      <Markers {...props} />
    </KeyboardMessagesProvider>
  );
}

/** Way that a key goes in the list. */
const keySteps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Zooms of the keys that the map has them on too. */
const keyZooms: Readonly<Record<string, number>> = { "+": 1, "=": 1, "-": -1 };

function Markers({ map, chosen, from, onPress, onEnd }: MarkerWalkProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const list = useRef<HTMLUListElement>(null);
  const { markers, active, setActive } = useMarkers(map, from);
  const index = active ? markers.indexOf(active) : -1;
  const near = [index, index + 1, index - 1, index + 2, 0, markers.length - 1];
  const places = useNamedPlaces(near.flatMap((at) => placeIdOf(markers[at]) ?? []));
  const id = active && placeIdOf(active);
  const isNamed = !active || id === null || places.has(id);
  // The first messages are awaited, so that the label is read with the focus.
  const [isBegun, setIsBegun] = useState(false);
  if (isNamed && !isBegun) setIsBegun(true);

  const isEmpty = markers.length === 0;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isEmpty) return;
    announce(t("keys.walk.none"));
    end(true);
  }, [isEmpty, announce, t]);

  // Each change of the map may take away the button that has the focus.
  useLayoutEffect(() => {
    if (!isBegun || !list.current || list.current.contains(document.activeElement)) return;
    const isLost = list.current.dataset.begun !== undefined;
    if (isLost && document.activeElement !== document.body) return;
    list.current.dataset.begun = "";
    list.current.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
  });

  const step = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !active) return;
    const way = keySteps[event.key];
    const zoom = keyZooms[event.key];
    if (way !== undefined) focusMarker(Math.min(Math.max(index + way, 0), markers.length - 1));
    else if (zoom !== undefined) map.zoomBy(zoom, active.coordinates);
    else if (event.key === "Escape") onEnd(true);
    else return;
    event.preventDefault();
  };
  const focusMarker = (at: number) => {
    list.current?.querySelectorAll<HTMLElement>("button")[at]?.focus({ preventScroll: true });
  };

  if (!isBegun || isEmpty) return null;
  return (
    <ul
      ref={list}
      data-walk=""
      aria-label={t("keys.walk.label")}
      className="marker-walk absolute inset-0 z-10 overflow-clip pointer-events-none"
      onKeyDown={step}
      onBlur={() => {
        setTimeout(() => {
          const isLeft = !list.current?.contains(document.activeElement);
          if (isLeft && list.current && document.hasFocus()) onEnd(false);
        });
      }}
    >
      {markers.map((marker, at) => (
        <MarkerButton
          key={marker.key}
          marker={map.place(marker)}
          isActive={marker === active}
          isChosen={chosen !== null && placeIdOf(marker) === chosen.id}
          place={places.get(placeIdOf(marker) ?? 0) ?? null}
          position={`${at + 1}/${markers.length}`}
          onFocus={() => setActive(marker)}
          onPress={() => onPress(marker.feature)}
        />
      ))}
    </ul>
  );
}

/** The markers in sight and the one with the focus, which stays the same, or near, as the map changes. */
function useMarkers(map: PlaceMap, from: number | null) {
  const [{ markers, active }, setState] = useState(() => {
    const shown = map.markers;
    const first = shown.find((marker) => from !== null && placeIdOf(marker) === from);
    return { markers: shown, active: first ?? shown.at(0) ?? null };
  });
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const renew = () =>
      setState((last) => {
        const shown = map.markers;
        return { markers: shown, active: last.active && map.nearestMarker(last.active, shown) };
      });
    return map.watchMarkers(redraw, renew);
  }, [map]);
  // The focus may reach a marker of the last drawing while the map has drawn its markers anew.
  const setActive = (next: ShownMarker) =>
    setState((last) => ({ ...last, active: map.nearestMarker(next, last.markers) }));
  return { markers, active, setActive };
}

function placeIdOf(marker: ShownMarker | undefined): number | null {
  return marker?.feature.kind === "place" ? marker.feature.marker.id : null;
}

/** What names the places: the tiles have no text. Null where a place could not be loaded. */
function useNamedPlaces(ids: readonly number[]): ReadonlyMap<number, Place | null> {
  const [places, setPlaces] = useState<ReadonlyMap<number, Place | null>>(new Map());
  const requested = useRef(new Set<number>());
  useEffect(() => {
    for (const id of ids) {
      if (requested.current.has(id)) continue;
      requested.current.add(id);
      void findChosen(id).then((found) =>
        setPlaces((last) => new Map(last).set(id, found.kind === "place" ? found.place : null)),
      );
    }
  }, [ids.join()]);
  return places;
}

interface MarkerButtonProps {
  marker: ShownMarker;
  isActive: boolean;
  isChosen: boolean;
  /** Null while it is not known what names the place, and for a cluster. */
  place: Place | null;
  /** For those who see it: screen readers count the list themselves. */
  position: string;
  onFocus: () => void;
  onPress: () => void;
}

/** A button over a marker, and its label below or, in the lower half of the map, above it. */
function MarkerButton(props: MarkerButtonProps) {
  const { marker, isActive, isChosen, position, onFocus, onPress } = props;
  const { feature, x, y } = marker;
  const label = useRef<HTMLSpanElement>(null);
  // Moved sideways into the map.
  useLayoutEffect(() => {
    const element = label.current;
    const width = element?.closest("ul")?.clientWidth;
    if (!element || !width) return;
    const half = element.offsetWidth / 2;
    const middle = Math.min(Math.max(x, half + edgePixels), width - half - edgePixels);
    element.style.left = `${middle - x - half + buttonPixels / 2}px`;
  });
  return (
    <li>
      <button
        type="button"
        tabIndex={isActive ? 0 : -1}
        aria-current={isChosen || undefined}
        style={{ left: x, top: y }}
        onFocus={onFocus}
        onClick={onPress}
      >
        <span
          ref={label}
          className="marker-walk-label"
          data-above={y > innerHeight / 2 || undefined}
        >
          {feature.kind === "cluster" ? (
            <ClusterLabel count={feature.count} />
          ) : (
            <PlaceLabel marker={feature.marker} place={props.place} />
          )}
          <span aria-hidden="true" className="tabular ml-2 text-sm text-muted">
            {position}
          </span>
        </span>
      </button>
    </li>
  );
}

/** Free margin beside a marker's label. */
const edgePixels = 12;
/** Side of a marker's button; marker-walk.css has it too. */
const buttonPixels = 48;

function ClusterLabel({ count }: { count: number }) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <span className="font-bold">
      {t("keys.walk.cluster", { count, total: format.number(count) })}
    </span>
  );
}

function likelyOfMarker({ likely }: ChosenMarker) {
  return likely === undefined ? undefined : { open: likely };
}

function PlaceLabel({ marker, place }: { marker: ChosenMarker; place: Place | null }) {
  const { t } = useTranslation();
  const nameOf = usePlaceTitles();
  const announce = useAnnounce();
  const isLate = useRef(place === null);
  const name = place ? nameOf(place).whole : t("places.named.unknown");
  const element = useRef<HTMLSpanElement>(null);
  // The name of a place that was reached before it was known is announced when it is loaded.
  useEffect(() => {
    if (!place || !isLate.current) return;
    isLate.current = false;
    if (element.current?.closest("button") === document.activeElement) announce(name);
  }, [place, name, announce]);
  return (
    <>
      <span ref={element} className="mr-2 font-bold">
        {name}
      </span>{" "}
      <StatusBadge status={marker.status} likely={likelyOfMarker(marker)} isShort />
    </>
  );
}
