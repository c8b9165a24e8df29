import "./map-page.css";
import { useRef } from "react";
import type { MapHandle } from "#app/features/map/live/map-canvas.tsx";
import { PictureControls, ViewPicture } from "#app/features/map/picture/map-picture.tsx";
import { screenPoint, viewOfBoth } from "#app/features/map/picture/picture-geometry.ts";
import { PictureMap } from "#app/features/map/picture/picture-map.tsx";
import { reportFailedLoad } from "#app/network/offline-detection.ts";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { type MapPageQuery, mapPagePath } from "#domain/map/map-page-query.ts";
import { formatMapView, type MapView } from "#domain/map/map-view.ts";
import { noFilters } from "#domain/place/place-filters.ts";

/** A numbered point that is not, or not yet, a place. */
export interface NumberedPoint {
  readonly number: number;
  readonly coordinates: Coordinates;
}

interface MarkedMapProps {
  /** At least one. */
  points: readonly NumberedPoint[];
  /** Called for a press on or near a point. */
  onChoose: (point: NumberedPoint) => void;
}

/** Size in CSS pixels for which the first view of all points is made. */
const fitted = { width: 320, height: 300 };

const query = { place: null, view: null, filters: noFilters, includeUnknown: false };

const nothingCovered = () => ({ top: 0, bottom: 0 });

/**
 * The map as pictures (see {@link PictureMap}) with numbered points on it, in a frame of a page; without script a still
 * one.
 */
export function MarkedMap({ points, onChoose }: MarkedMapProps) {
  const map = useRef<MapHandle>(null);
  const isHydrated = useIsHydrated();
  const view = viewOfAll(points);
  const hrefOf = (shown: MapPageQuery) => mapPagePath(shown);
  return (
    <div className="relative h-80 overflow-clip rounded-card border border-line [--map-controls-bottom:0px] lg:h-120">
      {isHydrated ? (
        <PictureMap
          key={formatMapView(view)}
          ref={map}
          initial={{ view, isRaised: false, isNamed: true }}
          chosen={null}
          covered={nothingCovered}
          position={null}
          lettered={[]}
          ringed={null}
          isInFrame
          takePoint={(at) => {
            onChoose(nearestOf(points, at));
            return true;
          }}
          onChoose={() => {}}
          onMoveEnd={() => {}}
          onReady={() => {}}
          onLoadFailure={reportFailedLoad}
          renderMarks={(view) => <NumberedPoints points={points} view={view} />}
          {...{ query, hrefOf }}
        />
      ) : (
        <>
          <ViewPicture query={query} view={view} />
          <NumberedPoints points={points} view={view} />
          <PictureControls {...{ query, view, hrefOf }} />
        </>
      )}
    </div>
  );
}

function viewOfAll(points: readonly NumberedPoint[]): MapView {
  const longitudes = points.map(({ coordinates }) => coordinates[0]);
  const latitudes = points.map(({ coordinates }) => coordinates[1]);
  return viewOfBoth(
    [Math.min(...longitudes), Math.max(...latitudes)],
    [Math.max(...longitudes), Math.min(...latitudes)],
    fitted,
  );
}

function nearestOf(points: readonly NumberedPoint[], at: Coordinates): NumberedPoint {
  const away = ({ coordinates }: NumberedPoint) => distanceMeters(coordinates, at);
  return points.reduce((best, point) => (away(point) < away(best) ? point : best));
}

/** Attributes, because the page's policy forbids inline styles. */
function NumberedPoints({ points, view }: Pick<MarkedMapProps, "points"> & { view: MapView }) {
  return (
    <svg className="map-marks" aria-hidden="true">
      {points.map(({ number, coordinates }) => {
        const [x, y] = screenPoint(view, coordinates);
        return (
          <g key={number}>
            <circle cx={x} cy={y} r={12} className="fill-raised stroke-brand stroke-2" />
            <text x={x} y={y + 4.5} textAnchor="middle" className="fill-text text-sm font-bold">
              {number}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
