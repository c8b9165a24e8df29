import { type DragEvent, type MouseEvent, type PointerEvent, type RefObject, useRef } from "react";
import {
  isWideLayout,
  type SheetSnap,
  sheetHeights,
  snapAfterDrag,
} from "#app/features/map/sheet-layout.ts";

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
export function useSheetDrag(
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
