import type { StyleSpecification } from "maplibre-gl";
import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import { type BaseMapSource, baseMapMaxUsefulZoom } from "#domain/map/base-map-source.ts";
import { maxZoom } from "#domain/map/map-view.ts";
import type { MapTheme } from "#domain/map/palette.ts";
import type { Language } from "#domain/text/language.ts";

/** What a base map's style follows from. */
export interface BaseMapLook {
  readonly theme: MapTheme;
  readonly language: Language;
}

/** What the page is to know of the base map that it got. */
export interface BaseMapState {
  /** Whether it knows streets; one that doesn't tells the truth to `baseMapMaxUsefulZoom` only. */
  readonly isDetailed: boolean;
  /** Whether it stands in for one that did not answer. */
  readonly isFallback: boolean;
}

/** A base map that has answered: what the live maps draw below their own layers. */
export interface BaseMap extends BaseMapState {
  style(look: BaseMapLook): StyleSpecification;
}

/** The embedded one always answers. */
const embeddedState: BaseMapState = { isDetailed: false, isFallback: false };

/** What the page knows of the base map, and how the live map tells it; null until it can. */
export function useBaseMapState() {
  const isEmbedded = useBaseMapSource().kind === "embedded";
  return useState<BaseMapState | null>(isEmbedded ? embeddedState : null);
}

const embeddedSource: BaseMapSource = { kind: "embedded" };

/** The base map of the level in force, as the page was told with its first data. */
export function useBaseMapSource(): BaseMapSource {
  return useRouteLoaderData<{ baseMap: BaseMapSource }>("root")?.baseMap ?? embeddedSource;
}

/** The closest zoom at which a base map still shows something. */
export function usefulZoom({ isDetailed }: Pick<BaseMapState, "isDetailed">): number {
  return isDetailed ? maxZoom : baseMapMaxUsefulZoom;
}
