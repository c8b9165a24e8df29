import { baseMapMaxUsefulZoom } from "#domain/base-map/base-map-limits.ts";
import { maxZoom } from "#domain/map-view.ts";
import type { BaseMapState } from "./base-map.ts";

/** The closest zoom at which a base map still shows something. */
export function usefulZoom({ isDetailed }: Pick<BaseMapState, "isDetailed">): number {
  return isDetailed ? maxZoom : baseMapMaxUsefulZoom;
}
