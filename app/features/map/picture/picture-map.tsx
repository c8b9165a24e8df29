import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { nearbyListQuery } from "#app/features/map/list/nearby-list-query.ts";
import type { MapCanvasProps } from "#app/features/map/live/map-canvas.tsx";
import { raiseCentre } from "#app/features/map/map-area.ts";
import { controlsRowHeight, coveredTop, uncoveredMiddle } from "#app/features/map/sheet-layout.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fetchApi } from "#app/network/fetch-api.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { boundsOfView } from "#domain/map/bounds-of-view.ts";
import type { MapPageQuery } from "#domain/map/map-page-query.ts";
import { formatMapView, type MapView } from "#domain/map/map-view.ts";
import type { PlaceList } from "#domain/place/place.ts";
import { placeListSearch } from "#domain/place/place-list-query.ts";
import { isOfWay, PictureControls, PictureMarks, ViewPicture } from "./map-picture.tsx";
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
    | "position"
    | "rough"
    | "lettered"
    | "way"
    | "takePoint"
    | "onChoose"
    | "onMoveEnd"
    | "onReady"
    | "onLoadFailure"
    | "isInFrame"
  > {
  query: MapPageQuery;
  /** The place that has a ring where none is chosen; null without. */
  ringed: Coordinates | null;
  hrefOf: (query: MapPageQuery) => string;
  /** Renders more on the picture of a view, from its middle. */
  renderMarks?: (view: MapView) => ReactNode;
}

/**
 * The map of a browser that cannot draw the live one (docs/product#map-without-webgl): pictures drawn by the
 * server, which fingers, wheel, keys and buttons move and zoom. While a picture is on its way, the last one
 * moves in its place.
 */
export function PictureMap(props: PictureMapProps) {
  const { ref, query, initial, chosen, covered, onChoose, onMoveEnd, onReady, onLoadFailure } =
    props;
  const { isInFrame = false } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const size = () => ({
    width: frame.current?.clientWidth ?? 0,
    height: frame.current?.clientHeight ?? 0,
  });
  const [view, setView] = useState(() =>
    raiseCentre(initial.view, initial.isRaised ? -uncoveredMiddle(covered()) : 0),
  );
  /** The view of the picture that is asked for: the map's once it is idle. */
  const [requestedView, setRequestedView] = useState(view);
  const [drawn, setDrawn] = useState<MapView | null>(null);
  const settle = (next: MapView) => {
    setView(next);
    setRequestedView(next);
    onMoveEnd({ view: next, size: size() });
  };
  const [refused, setRefused] = useState<keyof typeof gestureMessages | null>(null);
  const gestures = useGestures(view, {
    frame,
    isInFrame,
    onRefuse: setRefused,
    size,
    onMove: setView,
    onEnd: settle,
    onPress: (point) => void press(point),
  });

  const press = async (point: readonly [number, number]) => {
    const at = moveView(view, point);
    const near: Coordinates = [at.longitude, at.latitude];
    if (props.takePoint?.(near)) return;
    const around = boundsOfView(at, { width: 2 * reachPixels, height: 2 * reachPixels });
    const search = placeListSearch(nearbyListQuery(query, near, around, 1));
    const result = await fetchApi<PlaceList>(`/api/v1/places${search}`);
    if (!result.ok) return onLoadFailure();
    const [place] = result.body.places;
    if (!place) return;
    const closer = zoomView(view, splitZooms, point);
    if (result.body.total > 1 && closer.zoom > view.zoom) return settle(closer);
    const { id, coordinates, accepted, open_status: status, likely } = place;
    onChoose({ id, coordinates, accepted, status, likely: likely?.open });
  };

  useImperativeHandle(ref, () => ({
    show: settle,
    begin: settle,
    showBoth: (place, from, covered) => {
      const { width, height } = size();
      const { top } = covered;
      const bottom = covered.bottom + controlsRowHeight();
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

  const shown =
    drawn && formatMapView(drawn) !== formatMapView(requestedView)
      ? [drawn, requestedView]
      : [requestedView];
  const pin = chosen && screenPoint(view, chosen.coordinates);
  return (
    <>
      <div
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move and zoom it, as they do the live map
        tabIndex={0}
        role="application"
        aria-label={t("map.canvas")}
        className="group absolute inset-0 cursor-grab -outline-offset-3 overflow-clip [&_img]:pointer-events-none"
        style={{ touchAction: isInFrame ? "pan-x pan-y" : "none" }}
        data-map-state={drawn ? "idle" : "loading"}
        {...gestures}
      >
        {shown.map((of) => (
          <ViewPicture
            key={formatMapView(of)}
            query={query}
            view={of}
            isBare={isOfWay(query)}
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
        <PictureMarks
          view={view}
          position={props.position}
          rough={props.rough}
          lettered={props.lettered}
          way={props.way}
          ringed={chosen ? null : props.ringed}
        />
        {props.renderMarks?.(view)}
        <div
          className="pointer-events-none absolute top-1/2 left-1/2 hidden size-24 -translate-1/2 rounded-full border-2 border-dashed border-focus group-focus-visible:block"
          aria-hidden="true"
        />
        {refused && (
          <p
            className="pointer-events-none absolute inset-0 grid place-items-center bg-black/70 p-4 text-center text-lg text-white"
            aria-hidden="true"
          >
            {t(gestureMessages[refused])}
          </p>
        )}
      </div>
      <PictureControls
        query={query}
        view={view}
        hrefOf={props.hrefOf}
        onZoom={(step) => settle(zoomView(view, step))}
      />
    </>
  );
}

/** Style that puts the middle of an element at a point. @param point from the middle of the map, in CSS pixels */
function placed([x, y]: readonly [number, number], scale: number) {
  return { translate: `calc(-50% + ${x}px) calc(-50% + ${y}px)`, scale };
}

/** Messages for a gesture that moves the page around the frame instead of the map. */
const gestureMessages = {
  control: "embed.gestures.control",
  command: "embed.gestures.command",
  fingers: "embed.gestures.fingers",
} as const;

/** Time that the message is shown. */
const refusedMs = 1_500;

interface GestureOptions {
  frame: RefObject<HTMLElement | null>;
  /** Whether one finger and the wheel alone are left to the page around the frame. */
  isInFrame: boolean;
  /** Called with the way that moves the map, where another was tried; with null after a while. */
  onRefuse(wanted: keyof typeof gestureMessages | null): void;
  size(): { width: number; height: number };
  /** Called while fingers or the wheel move the view. */
  onMove(view: MapView): void;
  /** Called when the view is idle. */
  onEnd(view: MapView): void;
  /** Called for a press. @param point from the middle of the map, in CSS pixels */
  onPress(point: readonly [number, number]): void;
}

/** Handlers of fingers, mouse, wheel and keys. Two fingers move and zoom at once. */
function useGestures(view: MapView, options: GestureOptions) {
  const { frame, isInFrame, onRefuse, size, onMove, onEnd, onPress } = options;
  const latest = useRef(view);
  latest.current = view;
  const fingers = useRef(new Map<number, readonly [number, number]>());
  const start = useRef<{ view: MapView; isDrag: boolean } & Grip>(null);
  const wheelEnd = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refusalEnd = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(wheelEnd.current);
      clearTimeout(refusalEnd.current);
    },
    [],
  );
  const refuse = (wanted: keyof typeof gestureMessages) => {
    onRefuse(wanted);
    clearTimeout(refusalEnd.current);
    refusalEnd.current = setTimeout(() => onRefuse(null), refusedMs);
  };
  const turn = useEffectEvent((event: globalThis.WheelEvent) => {
    const isMac = navigator.userAgent.includes("Mac");
    if (isInFrame && !(isMac ? event.metaKey || event.ctrlKey : event.ctrlKey)) {
      return refuse(isMac ? "command" : "control");
    }
    event.preventDefault();
    const { currentTarget, clientX, clientY } = event;
    if (!(currentTarget instanceof Element)) return;
    const at = pointOf({ clientX, clientY, currentTarget });
    move(zoomView(latest.current, -event.deltaY / wheelPixels, at));
    clearTimeout(wheelEnd.current);
    wheelEnd.current = setTimeout(() => onEnd(latest.current), wheelSettleMs);
  });
  // React's own listeners cannot keep a gesture from the page.
  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: globalThis.WheelEvent) => turn(event);
    const onTouch = (event: TouchEvent) => event.touches.length > 1 && event.preventDefault();
    element?.addEventListener("wheel", onWheel, { passive: false });
    element?.addEventListener("touchmove", onTouch, { passive: false });
    return () => {
      element?.removeEventListener("wheel", onWheel);
      element?.removeEventListener("touchmove", onTouch);
    };
  }, [frame]);

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
      if (isInFrame && event.pointerType === "touch" && fingers.current.size < 2) return;
      const { middle, spread } = gripOf([...fingers.current.values()]);
      const [x, y] = [middle[0] - start.current.middle[0], middle[1] - start.current.middle[1]];
      if (!start.current.isDrag && Math.hypot(x, y) < dragPixels) return;
      start.current.isDrag = true;
      const moved = moveView(start.current.view, [-x, -y]);
      move(zoomView(moved, Math.log2(spread / start.current.spread), middle));
    },
    onPointerUp: lift,
    onPointerCancel: (event: PointerEvent) => {
      // The browser scrolls the page instead.
      if (isInFrame && !start.current?.isDrag) refuse("fingers");
      lift(event);
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
