import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { neighbourSnap, type SheetSnap, snapAfterTap } from "./sheet-layout.ts";
import { useSheetDrag } from "./use-sheet-drag.ts";

/** Minimum height above the window's edge of an element that counts as visible. */
const seenPixels = 44;

/** Names of the handle's two actions. */
const listWords = { raise: "map.sheet.raise", lower: "map.sheet.lower" } as const;
const placeWords = { raise: "map.sheet.raisePlace", lower: "map.sheet.lowerPlace" } as const;

interface MapSheetProps {
  /** Name for screen readers. */
  label: string;
  snap: SheetSnap;
  onSnap: (snap: SheetSnap) => void;
  /** The chosen place; null while the list is shown. */
  placeId: number | null;
  /** Whether the visitor is guided: then more of the sheet shows at the peek. */
  isGuiding: boolean;
  children: ReactNode;
}

/**
 * The sheet beside the map: on a phone with three heights, drawn with a finger, tapped at its handle, moved
 * with the arrow keys, or raised to show a focused element below the window's edge; from 768 px a panel at
 * the left.
 */
export function MapSheet({ label, snap, onSnap, placeId, isGuiding, children }: MapSheetProps) {
  const { t } = useTranslation();
  const words = placeId === null ? listWords : placeWords;
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
          aria-label={t(snap === "full" ? words.lower : words.raise)}
          aria-expanded={snap !== "peek"}
          className="relative z-10 -my-2 flex h-11 w-24 items-center justify-center"
          onClick={() => onSnap(snapAfterTap(snap))}
          onKeyDown={moveByKey}
        >
          <span className="h-1.5 w-11 rounded-full bg-control-line" />
        </button>
      </div>
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

/** Id of the sheet. */
const mapSheetId = "map-sheet";

/** Link past the map and its controls to the list; visible while it has the focus. */
export function SkipMapLink() {
  const { t } = useTranslation();
  return (
    <a
      href={`#${mapSheetId}`}
      className="absolute top-20 left-3 z-20 -translate-y-[calc(100%+6rem)] rounded-control bg-brand px-4 py-3 font-bold text-on-brand focus:translate-y-0"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(mapSheetId)?.focus();
      }}
    >
      {t("map.skip")}
    </a>
  );
}
