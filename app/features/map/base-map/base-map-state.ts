import type { StyleSpecification } from "maplibre-gl";
import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { MapArea } from "#app/features/map/map-area.ts";
import { type BoundingBox, doBoxesTouch, isInBoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import {
  type BaseMapSource,
  baseMapMaxUsefulZoom,
  baseMapWaterZooms,
  type MapAttribution,
  type MapWordmark,
} from "#domain/map/base-map-source.ts";
import { boundsOfView } from "#domain/map/bounds-of-view.ts";
import type { MapTheme } from "#domain/map/map-palettes.ts";
import { type MapView, maxZoom } from "#domain/map/map-view.ts";
import type { Language } from "#domain/text/language.ts";

/** Theme and language, from which a base map's style follows. */
export interface BaseMapAppearance {
  readonly theme: MapTheme;
  readonly language: Language;
}

/** State of the base map, as the page shows it. */
export interface BaseMapState {
  /** Whether it has streets; one without is true only to `baseMapMaxUsefulZoom`. */
  readonly isDetailed: boolean;
  /** Where it has them; left out where that is everywhere. */
  readonly covered?: readonly BoundingBox[];
  /** Whether it replaces one that did not respond. */
  readonly isFallback: boolean;
}

/** A base map that has loaded: the layers below the live map's own. */
export interface BaseMap extends BaseMapState {
  style(appearance: BaseMapAppearance): StyleSpecification;
  /** Whether the style is another host's: it is checked before it is drawn. Ours is checked by tests. */
  readonly isForeign?: boolean;
  /** Sources of the places that towns' lists have brought. */
  readonly listCredits?: readonly MapAttribution[];
  /** Sign that its provider wants on the map. */
  readonly wordmark?: MapWordmark;
}

/** The embedded base map always loads. */
const embeddedState: BaseMapState = { isDetailed: false, isFallback: false };

/** The base map's state, and the function by which the live map sets it; null before that. */
export function useBaseMapState() {
  const isEmbedded = useBaseMapSource().kind === "embedded";
  return useState<BaseMapState | null>(isEmbedded ? embeddedState : null);
}

const embeddedSource: BaseMapSource = { kind: "embedded" };

/** The base map of the level in force, from the page's first data. */
export function useBaseMapSource(): BaseMapSource {
  return useRouteLoaderData<{ baseMap: BaseMapSource }>("root")?.baseMap ?? embeddedSource;
}

/** Sources of the places that towns' lists have brought, which the map credits beside its own. */
export function useListCredits(): readonly MapAttribution[] {
  return useRouteLoaderData<{ listCredits?: readonly MapAttribution[] }>("root")?.listCredits ?? [];
}

/** Whether a base map has streets at a point. */
export function detailAt(
  { isDetailed, covered }: Pick<BaseMapState, "isDetailed" | "covered">,
  point: Coordinates,
): { isDetailed: boolean } {
  const isThere = covered?.some((box) => isInBoundingBox(point, box)) ?? true;
  return { isDetailed: isDetailed && isThere };
}

/** Maximum zoom at which a base map still shows something at a point. */
export function usefulZoom(
  baseMap: Pick<BaseMapState, "isDetailed" | "covered">,
  point: Coordinates,
): number {
  return detailAt(baseMap, point).isDetailed ? maxZoom : baseMapMaxUsefulZoom;
}

/** Whether a map shows, at a zoom without the embedded map's water, its streets and a part of the world beyond them. */
export function isPlainAround(
  baseMap: Pick<BaseMapState, "isDetailed" | "covered">,
  { view, size }: MapArea,
): boolean {
  if (view.zoom < baseMapWaterZooms.gone) return false;
  const bounds = boundsOfView(view, size);
  const { west, south, east, north } = bounds;
  const corners: Coordinates[] = [west, east].flatMap((longitude) => [
    [longitude, south],
    [longitude, north],
  ]);
  const hasStreets = baseMap.covered?.some((box) => doBoxesTouch(box, bounds)) ?? false;
  return hasStreets && corners.some((corner) => !detailAt(baseMap, corner).isDetailed);
}

/** The operator's start view; null where none is set (docs/product#branding). */
export function useStartView(): MapView | null {
  const root = useRouteLoaderData<{ site?: { startView: MapView | null } }>("root");
  return root?.site?.startView ?? null;
}
