import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { useWalkText } from "#app/place/use-walk-text.ts";
import { Button } from "#app/ui/button.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { nearestHash } from "#domain/map/map-page-query.ts";
import type { NearestProps, NearestState } from "./nearest-result.tsx";

const NearestResult = lazyComponent(() =>
  import("./nearest-result.tsx").then((module) => module.NearestResult),
);

/**
 * The big button that leads to the nearest place, and says what is known of it (docs/product#nearest-place).
 * Its result loads on demand.
 */
export function NearestButton({
  presses,
  onPress,
  onBest,
  ...props
}: NearestProps & {
  /** Called with the position of the place that the button names; null without one. */
  onBest: (best: Coordinates | null) => void;
  /** Number of presses, and of searches that are as good as one. */
  presses: number;
  onPress: () => void;
}) {
  const { t } = useTranslation();
  const walkText = useWalkText();
  useEffect(() => {
    // The installed application's shortcut leads here.
    if (location.hash === nearestHash) onPress();
  }, []);
  const [state, setState] = useState<NearestState | null>(null);
  const { isBusy, best } = state ?? { isBusy: presses > 0, best: null };
  const label = best
    ? t(`map.nearest.at.${best.kind}`, { distance: walkText(best.meters) })
    : t("map.nearest.find");
  return (
    <div ref={keepControlsClear} className="map-nearest grid gap-2">
      <Button
        variant="primary"
        size="large"
        icon="navigate"
        className="w-full shadow-float noscript:hidden"
        aria-disabled={isBusy}
        onClick={onPress}
      >
        {isBusy ? (
          t("map.nearest.searching")
        ) : (
          <span>
            {label}
            {best?.found && <span className="block text-sm font-normal">{best.found}</span>}
          </span>
        )}
      </Button>
      {(props.position || props.rough || presses > 0) && (
        <ChunkBoundary fallback={null}>
          <NearestResult
            {...props}
            presses={presses}
            onState={(next) => {
              setState(next);
              onBest(next.best?.coordinates ?? null);
            }}
          />
        </ChunkBoundary>
      )}
    </div>
  );
}

/**
 * Keeps `--nearest-height` of the map equal to the height of the big button and its messages, so that
 * the map's controls are above them, however large the letters and however long the texts.
 *
 * @returns stops it
 */
function keepControlsClear(element: HTMLElement | null): (() => void) | undefined {
  const stage = element?.closest<HTMLElement>(".map-stage");
  if (!element || !stage) return;
  const observer = new ResizeObserver(() => {
    // While the button is hidden, its replacement needs the same space.
    if (element.offsetHeight === 0) return;
    stage.style.setProperty("--nearest-height", `${element.offsetHeight}px`);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
