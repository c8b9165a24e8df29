import { useState } from "react";
import type { BaseMapState } from "./base-map.ts";
import { useBaseMapSource } from "./use-base-map-source.ts";

/** The embedded one always answers. */
const embedded: BaseMapState = { isDetailed: false, isFallback: false };

/** What the page knows of the base map, and how the live map tells it; null until it can. */
export function useBaseMapState() {
  const isEmbedded = useBaseMapSource().kind === "embedded";
  return useState<BaseMapState | null>(isEmbedded ? embedded : null);
}
