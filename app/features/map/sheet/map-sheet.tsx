import {
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import type { MapHandle } from "#app/features/map/live/map-canvas.tsx";
import {
  isWideLayout,
  neighbourSnap,
  type SheetSnap,
  sheetHeights,
  skipClass,
  snapAfterDrag,
  snapAfterTap,
} from "#app/features/map/sheet-layout.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";

/** Minimum height above the window's edge of an element that counts as visible. */
const seenPixels = 44;

/** Names of the handle's two actions. */
const listMessages = { raise: "map.sheet.raise", lower: "map.sheet.lower" } as const;
const placeMessages = { raise: "map.sheet.raisePlace", lower: "map.sheet.lowerPlace" } as const;

interface MapSheetProps {
  /** Name for screen readers. */
  label: string;
  snap: SheetSnap;
  onSnap: (snap: SheetSnap) => void;
  /** The chosen place; null while the list is shown. */
  placeId: number | null;
  /** Whether the visitor is guided: then more of the sheet shows at the peek. */
  isGuiding: boolean;
  /** Whose map it is: above the panel, on a phone beside the handle, where it takes no room from the list. */
  siteName: ReactNode;
  children: ReactNode;
}

/**
 * The sheet beside the map: on a phone with three heights, drawn with a finger, tapped at its handle, moved
 * with the arrow keys, or raised to show a focused element below the window's edge; from 768 px a panel at
 * the left.
 */
export function MapSheet(props: MapSheetProps) {
  const { label, snap, onSnap, placeId, isGuiding, siteName, children } = props;
  const { t } = useTranslation();
  const messages = placeId === null ? listMessages : placeMessages;
  const sheet = useRef<HTMLElement>(null);
  const drag = useSheetDrag(sheet, snap, onSnap, isGuiding);
  const body = useScrolledList(placeId);

  const moveByKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    onSnap(neighbourSnap(snap, event.key === "ArrowUp" ? 1 : -1));
  };

  const drawUpTo = ({ target }: FocusEvent) => {
    // A press also focuses: a sheet that moved under it would take the pressed element away.
    if (snap !== "peek" || !target.matches(":focus-visible")) return;
    if (target.getBoundingClientRect().top <= innerHeight - seenPixels) return;
    onSnap("half");
    requestAnimationFrame(() => target.scrollIntoView({ block: "nearest" }));
  };

  return (
    <section
      ref={sheet}
      id={mapSheetId}
      tabIndex={-1}
      aria-label={label}
      data-snap={snap}
      className="map-sheet"
      onFocus={drawUpTo}
      {...drag}
    >
      <div className="map-sheet-handle flex justify-center md:hidden" data-sheet-handle>
        <button
          type="button"
          aria-label={t(snap === "full" ? messages.lower : messages.raise)}
          aria-expanded={snap !== "peek"}
          className="relative z-10 -my-2 flex h-11 w-24 justify-center pt-2.5"
          onClick={() => onSnap(snapAfterTap(snap))}
          onKeyDown={moveByKey}
        >
          <span className="h-1.5 w-11 rounded-full bg-control-line" />
        </button>
        {siteName}
      </div>
      <div className="border-b border-line px-4 py-3 max-md:hidden print:block">{siteName}</div>
      <div className="map-sheet-body" {...body}>
        {children}
      </div>
    </section>
  );
}

/**
 * A place begins at its top, however far the list was scrolled; the list comes back at its former position.
 */
function useScrolledList(placeId: number | null) {
  const body = useRef<HTMLDivElement>(null);
  const listTop = useRef(0);
  useLayoutEffect(() => {
    if (!body.current) return;
    body.current.scrollTop = placeId === null ? listTop.current : 0;
    // Where the list has replaced a missing map, the page was scrolled.
    if (placeId !== null && body.current.getBoundingClientRect().top < 0) {
      body.current.scrollIntoView({ block: "start" });
    }
  }, [placeId]);
  const onScroll = () => {
    if (placeId === null && body.current) listTop.current = body.current.scrollTop;
  };
  return { ref: body, onScroll };
}

/**
 * Moves the focus to the title of a place that was just chosen, and on closing back to its entry in the list,
 * or to the map where the list has none. A focus outside the sheet stays, such as the map's after a search. A page
 * that opens with a chosen place keeps its focus. A title that is still loading takes the focus when it appears.
 *
 * @param isShown whether the place is known
 */
export function usePanelFocus(
  placeId: number | null,
  isShown: boolean,
  map: RefObject<MapHandle | null>,
): RefCallback<HTMLHeadingElement> {
  const title = useRef<HTMLHeadingElement>(null);
  const isAwaited = useRef(false);
  const focused = useRef(placeId);
  useEffect(() => {
    const before = focused.current;
    if (before === placeId || (placeId !== null && !isShown)) return;
    focused.current = placeId;
    isAwaited.current = placeId !== null && title.current === null;
    if (placeId !== null) return title.current?.focus({ preventScroll: true });
    const sheet = `#${mapSheetId}`;
    if (document.activeElement?.matches(`:not(body, ${sheet}, ${sheet} *)`)) return;
    const entry = document.querySelector<HTMLElement>(`[data-place="${before}"]`);
    if (entry) entry.focus({ preventScroll: true });
    else map.current?.focus();
  }, [placeId, isShown, map]);
  return useCallback((heading: HTMLHeadingElement | null) => {
    title.current = heading;
    if (heading === null || !isAwaited.current) return;
    isAwaited.current = false;
    heading.focus({ preventScroll: true });
  }, []);
}

/** Calls back on Escape anywhere on the page, unless it closes a menu or another element used it. */
export function useEscapeKey(onEscape: () => void): void {
  const handleKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (document.querySelector(":popover-open, dialog[open], nav details[open]")) return;
    // A search closes its list, then empties its field; a walk from marker to marker ends.
    const own = "[role=combobox]:is([aria-expanded=true], :not(:placeholder-shown)), [data-walk] *";
    if (event.target instanceof Element && event.target.matches(own)) return;
    onEscape();
  });
  useEffect(() => {
    // In the capturing phase a menu that Escape is about to close is still open.
    const listen = (event: globalThis.KeyboardEvent) => handleKey(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
}

/** Id of the sheet. */
const mapSheetId = "map-sheet";

/** Link past the map and its controls to the list; visible while it has the focus. */
export function SkipMapLink({ listId = mapSheetId }: { listId?: string }) {
  const { t } = useTranslation();
  return (
    <a
      href={`#${listId}`}
      className={skipClass}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(listId)?.focus();
      }}
    >
      {t("map.skip")}
    </a>
  );
}

/** Distance below which a finger's movement is a tap. */
const tapPixels = 6;
/** Duration of a drag's end that gives the speed of a flick. */
const speedWindowMs = 100;
/** Minimum height of the sheet while a finger draws it down. */
const leastPixels = 40;

interface Drag {
  pointerId: number;
  startY: number;
  startPixels: number;
  isMoving: boolean;
  /** The finger's last moments: time, and height of the sheet. */
  trail: { timeMs: number; pixels: number }[];
}

/**
 * Draws the phone's sheet with a finger: by its handle at any height, and by anything on it at the peek. A
 * pressed element is not clicked when the finger has moved.
 */
function useSheetDrag(
  sheet: RefObject<HTMLElement | null>,
  snap: SheetSnap,
  onSnap: (snap: SheetSnap) => void,
  isGuiding: boolean,
) {
  const heights = () => sheetHeights(innerHeight, isGuiding);
  const drag = useRef<Drag | null>(null);
  const swallowsClick = useRef(false);

  const end = (event: PointerEvent, isCancelled: boolean) => {
    const current = drag.current;
    drag.current = null;
    if (!current?.isMoving || !sheet.current) return;
    delete sheet.current.dataset.dragging;
    sheet.current.style.transform = "";
    swallowsClick.current = !isCancelled;
    const pixels = shownPixels(current, event.clientY);
    if (!isCancelled) {
      onSnap(snapAfterDrag(pixels, speedOf(current, event.timeStamp), heights()));
    }
  };

  return {
    onPointerDown(event: PointerEvent) {
      swallowsClick.current = false;
      const isHandle = (event.target as Element).closest("[data-sheet-handle]") !== null;
      if (event.button !== 0 || isWideLayout() || !(isHandle || snap === "peek")) return;
      drag.current = {
        pointerId: event.pointerId,
        startY: event.clientY,
        startPixels: heights()[snap],
        isMoving: false,
        trail: [],
      };
    },
    onPointerMove(event: PointerEvent) {
      const current = drag.current;
      if (current?.pointerId !== event.pointerId || !sheet.current) return;
      if (!current.isMoving && Math.abs(event.clientY - current.startY) < tapPixels) return;
      if (!current.isMoving) {
        current.isMoving = true;
        sheet.current.setPointerCapture(event.pointerId);
        sheet.current.dataset.dragging = "";
      }
      const pixels = shownPixels(current, event.clientY);
      current.trail.push({ timeMs: event.timeStamp, pixels });
      sheet.current.style.transform = `translateY(${sheetHeights(innerHeight).full - pixels}px)`;
    },
    // Otherwise a mouse would start the browser's drag of the pressed link.
    onDragStart(event: DragEvent) {
      if (drag.current) event.preventDefault();
    },
    onPointerUp: (event: PointerEvent) => end(event, false),
    onPointerCancel: (event: PointerEvent) => end(event, true),
    onClickCapture(event: MouseEvent) {
      if (!swallowsClick.current) return;
      swallowsClick.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

function shownPixels({ startPixels, startY }: Drag, clientY: number): number {
  const { full } = sheetHeights(innerHeight);
  return Math.min(full, Math.max(leastPixels, startPixels + startY - clientY));
}

/** Pixels a millisecond, positive upwards. */
function speedOf({ trail }: Drag, nowMs: number): number {
  const recent = trail.filter(({ timeMs }) => nowMs - timeMs <= speedWindowMs);
  const first = recent.at(0);
  const last = recent.at(-1);
  if (!first || !last || last.timeMs === first.timeMs) return 0;
  return (last.pixels - first.pixels) / (last.timeMs - first.timeMs);
}
