import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type WheelEvent,
} from "react";
import { nearbyListQuery } from "#app/features/map/list/nearby-list-query.ts";
import type { MapCanvasProps } from "#app/features/map/live/map-canvas.tsx";
import { raiseCentre } from "#app/features/map/page/view-geometry.ts";
import { coveredTop, uncoveredMiddle } from "#app/features/map/sheet/sheet-layout.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { askServer } from "#app/network/ask-server.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { MapPageQuery } from "#domain/map/map-page-query.ts";
import { formatMapView, type MapView } from "#domain/map/map-view.ts";
import { boundsOfView } from "#domain/map/view-of-box.ts";
import type { PlaceList } from "#domain/place/place.ts";
import { placeListSearch } from "#domain/place/place-list-query.ts";
import { PictureControls, ViewPicture } from "./map-picture.tsx";
import { moveView, screenPoint, viewOfBoth, zoomView } from "./picture-geometry.ts";

/** Distance from a marker within which a press means it, in CSS pixels. */
const reachPixels = 22;

/** Movement up to which a press of a finger is not a drag. */
const dragPixels = 6;

/** Height of the chosen place's marker, in CSS pixels; its lower end is the place. */
const chosenPixels = 44;

/** Zoom steps of a press on several places. */
const splitZooms = 2;

/** Pause after which a turn of the wheel has ended. */
const wheelSettleMs = 200;

interface PictureMapProps
  extends Pick<
    MapCanvasProps,
    | "ref"
    | "initial"
    | "chosen"
    | "covered"
    | "onChoose"
    | "onMoveEnd"
    | "onReady"
    | "onLoadFailure"
  > {
  query: MapPageQuery;
  addressOf: (query: MapPageQuery) => string;
}

/**
 * The map of a browser that cannot draw the live one (docs/product#map-without-webgl): pictures drawn by the
 * server, which fingers, wheel, keys and buttons move and zoom. While a picture is on its way, the last one
 * moves in its place.
 */
export function PictureMap(props: PictureMapProps) {
  const { ref, query, initial, chosen, covered, onChoose, onMoveEnd, onReady, onLoadFailure } =
    props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const size = () => ({
    width: frame.current?.clientWidth ?? 0,
    height: frame.current?.clientHeight ?? 0,
  });
  const [view, setView] = useState(() =>
    raiseCentre(initial.view, initial.isRaised ? -uncoveredMiddle(covered()) : 0),
  );
  /** The view of the picture that is asked for: the map's once it stands still. */
  const [asked, setAsked] = useState(view);
  const [drawn, setDrawn] = useState<MapView | null>(null);
  const settle = (next: MapView) => {
    setView(next);
    setAsked(next);
    onMoveEnd({ view: next, size: size() });
  };
  const gestures = useGestures(view, {
    size,
    onMove: setView,
    onEnd: settle,
    onPress: (point) => void press(point),
  });

  const press = async (point: readonly [number, number]) => {
    const at = moveView(view, point);
    const near: Coordinates = [at.longitude, at.latitude];
    const around = boundsOfView(at, { width: 2 * reachPixels, height: 2 * reachPixels });
    const search = placeListSearch(nearbyListQuery(query, near, around, 1));
    const answer = await askServer<PlaceList>(`/api/v1/places${search}`);
    if (!answer.ok) return onLoadFailure();
    const [place] = answer.body.places;
    if (!place) return;
    const closer = zoomView(view, splitZooms, point);
    if (answer.body.total > 1 && closer.zoom > view.zoom) return settle(closer);
    const { id, coordinates, accepted, open_status: status } = place;
    onChoose({ id, coordinates, accepted, status });
  };

  useImperativeHandle(ref, () => ({
    show: settle,
    begin: settle,
    showBoth: (place, from, { top, bottom }) => {
      const { width, height } = size();
      const both = viewOfBoth(place, from, { width, height: height - top - bottom });
      settle(raiseCentre(both, -uncoveredMiddle({ top, bottom })));
    },
    reveal: (coordinates) => {
      const { width, height } = size();
      const seen = { top: coveredTop(), bottom: covered().bottom };
      const [x, y] = screenPoint(view, coordinates);
      const isSeen =
        Math.abs(x) < width / 2 - 32 &&
        y > seen.top - height / 2 &&
        y < height / 2 - seen.bottom - 24;
      const [longitude, latitude] = coordinates;
      if (!isSeen) {
        settle(raiseCentre({ ...view, longitude, latitude }, -uncoveredMiddle(seen)));
      }
    },
    focus: () => frame.current?.focus(),
    // A picture is the server's of this minute.
    reloadPlaces: () => {},
    recentre: () => {},
  }));

  const isFirst = useRef(true);
  useEffect(() => {
    // Only the page's start changes it.
    if (!isFirst.current) settle(initial.view);
    isFirst.current = false;
  }, [initial]);

  useEffect(() => {
    if (drawn) onReady({ view, size: size() });
  }, [drawn !== null]);

  const shown = drawn && formatMapView(drawn) !== formatMapView(asked) ? [drawn, asked] : [asked];
  const pin = chosen && screenPoint(view, chosen.coordinates);
  return (
    <>
      <div
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move and zoom it, as they do the live map
        tabIndex={0}
        role="application"
        aria-label={t("map.canvas")}
        className="group absolute inset-0 cursor-grab touch-none -outline-offset-3 overflow-clip [&_img]:pointer-events-none"
        data-map-state={drawn ? "idle" : "loading"}
        {...gestures}
      >
        {shown.map((of) => (
          <ViewPicture
            key={formatMapView(of)}
            query={query}
            view={of}
            style={placed(
              screenPoint(view, [of.longitude, of.latitude]),
              2 ** (view.zoom - of.zoom),
            )}
            onLoad={() => setDrawn(of)}
            onError={onLoadFailure}
          />
        ))}
        {pin && (
          <span
            className="pointer-events-none absolute top-1/2 left-1/2 rounded-full border-2 border-raised bg-brand p-2 text-on-brand shadow-float"
            style={placed([pin[0], pin[1] - chosenPixels / 2], 1)}
          >
            <Icon name="place" className="block size-6" />
          </span>
        )}
        <div
          className="pointer-events-none absolute top-1/2 left-1/2 hidden size-24 -translate-1/2 rounded-full border-2 border-dashed border-focus group-focus-visible:block"
          aria-hidden="true"
        />
      </div>
      <PictureControls
        query={query}
        view={view}
        addressOf={props.addressOf}
        onZoom={(step) => settle(zoomView(view, step))}
      />
    </>
  );
}

/** Style that puts the middle of an element at a point. @param point from the middle of the map, in CSS pixels */
function placed([x, y]: readonly [number, number], scale: number) {
  return { translate: `calc(-50% + ${x}px) calc(-50% + ${y}px)`, scale };
}

interface GestureOptions {
  size(): { width: number; height: number };
  /** Called while fingers or the wheel move the view. */
  onMove(view: MapView): void;
  /** Called when the view stands still. */
  onEnd(view: MapView): void;
  /** Called for a press. @param point from the middle of the map, in CSS pixels */
  onPress(point: readonly [number, number]): void;
}

/** Handlers of fingers, mouse, wheel and keys. Two fingers move and zoom at once. */
function useGestures(view: MapView, { size, onMove, onEnd, onPress }: GestureOptions) {
  const latest = useRef(view);
  latest.current = view;
  const fingers = useRef(new Map<number, readonly [number, number]>());
  const start = useRef<{ view: MapView; isDrag: boolean } & Grip>(null);
  const wheelEnd = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(wheelEnd.current), []);

  const move = (next: MapView) => {
    latest.current = next;
    onMove(next);
  };
  const pointOf = (event: { clientX: number; clientY: number; currentTarget: Element }) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const { width, height } = size();
    return [event.clientX - left - width / 2, event.clientY - top - height / 2] as const;
  };
  const grip = (isDrag: boolean) => {
    const points = [...fingers.current.values()];
    start.current = points.length > 0 ? { view: latest.current, isDrag, ...gripOf(points) } : null;
  };
  const lift = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId)) return;
    const wasDrag = start.current?.isDrag ?? false;
    if (fingers.current.size > 0) grip(wasDrag);
    else if (wasDrag) onEnd(latest.current);
    else if (event.type === "pointerup") onPress(pointOf(event));
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, pointOf(event));
      grip(fingers.current.size > 1);
    },
    onPointerMove: (event: PointerEvent) => {
      if (!start.current || !fingers.current.has(event.pointerId)) return;
      fingers.current.set(event.pointerId, pointOf(event));
      const { middle, spread } = gripOf([...fingers.current.values()]);
      const [x, y] = [middle[0] - start.current.middle[0], middle[1] - start.current.middle[1]];
      if (!start.current.isDrag && Math.hypot(x, y) < dragPixels) return;
      start.current.isDrag = true;
      const moved = moveView(start.current.view, [-x, -y]);
      move(zoomView(moved, Math.log2(spread / start.current.spread), middle));
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onWheel: (event: WheelEvent) => {
      move(zoomView(latest.current, -event.deltaY / wheelPixels, pointOf(event)));
      clearTimeout(wheelEnd.current);
      wheelEnd.current = setTimeout(() => onEnd(latest.current), wheelSettleMs);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter") return onPress([0, 0]);
      const next = viewByKey(latest.current, event.key);
      if (!next) return;
      event.preventDefault();
      onEnd(next);
    },
  };
}

/** Way of the wheel that is one zoom, in CSS pixels. */
const wheelPixels = 400;

/** Way of an arrow key, in CSS pixels. */
const keyPixels = 100;

function viewByKey(view: MapView, key: string): MapView | null {
  if (key === "+" || key === "=") return zoomView(view, 1);
  if (key === "-") return zoomView(view, -1);
  if (key === "ArrowLeft") return moveView(view, [-keyPixels, 0]);
  if (key === "ArrowRight") return moveView(view, [keyPixels, 0]);
  if (key === "ArrowUp") return moveView(view, [0, -keyPixels]);
  return key === "ArrowDown" ? moveView(view, [0, keyPixels]) : null;
}

/** Where fingers hold the map. */
interface Grip {
  readonly middle: readonly [number, number];
  /** Distance of two fingers; 1 for a single one. */
  readonly spread: number;
}

function gripOf(points: readonly (readonly [number, number])[]): Grip {
  const [first, second = first] = points;
  return {
    middle: [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2],
    spread: Math.hypot(first[0] - second[0], first[1] - second[1]) || 1,
  };
}
