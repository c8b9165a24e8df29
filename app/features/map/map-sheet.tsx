import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { neighbourSnap, type SheetSnap, snapAfterTap } from "./sheet-snap.ts";
import { mapSheetId } from "./skip-map-link.tsx";
import { useSheetDrag } from "./use-sheet-drag.ts";

/** What shows less than this of itself above the window's edge counts as out of sight. */
const seenPixels = 44;

interface MapSheetProps {
  /** What it is about, for screen readers. */
  label: string;
  snap: SheetSnap;
  onSnap: (snap: SheetSnap) => void;
  children: ReactNode;
}

/**
 * What stands beside the map: on a phone a sheet with three heights, drawn with a finger, tapped at its
 * handle, moved with the arrow keys, or drawn up to what takes the focus below the window's edge; from 768 px
 * a panel at the left.
 */
export function MapSheet({ label, snap, onSnap, children }: MapSheetProps) {
  const { t } = useTranslation();
  const sheet = useRef<HTMLElement>(null);
  const drag = useSheetDrag(sheet, snap, onSnap);

  const moveByKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    onSnap(neighbourSnap(snap, event.key === "ArrowUp" ? 1 : -1));
  };

  const drawUpTo = ({ target }: FocusEvent) => {
    if (snap !== "peek") return;
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
          aria-label={t(snap === "full" ? "map.sheet.lower" : "map.sheet.raise")}
          aria-expanded={snap !== "peek"}
          className="flex h-7 w-24 items-center justify-center"
          onClick={() => onSnap(snapAfterTap(snap))}
          onKeyDown={moveByKey}
        >
          <span className="h-1.5 w-11 rounded-full bg-control-line" />
        </button>
      </div>
      <div className="map-sheet-body">{children}</div>
    </section>
  );
}
