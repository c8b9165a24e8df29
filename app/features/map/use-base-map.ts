import { useEffect, useState } from "react";
import type { BaseMap } from "./base-map.ts";
import { openBaseMap, standInBaseMap } from "./open-base-map.ts";
import { useBaseMapSource } from "./use-base-map-source.ts";

/**
 * The base map of the level in force, or what stands in for it; null until it has answered. Where it turns
 * out that it can't be drawn, `refuse` has it stood in for.
 */
export function useBaseMap(): { baseMap: BaseMap | null; refuse: () => void } {
  // The one that the page came with: an open map keeps it.
  const [source] = useState(useBaseMapSource());
  const [baseMap, setBaseMap] = useState<BaseMap | null>(null);
  useEffect(() => {
    const opening = new AbortController();
    openBaseMap(source, opening.signal).then(setBaseMap, (error) => {
      if (!opening.signal.aborted) throw error;
    });
    return () => opening.abort();
  }, [source]);
  return { baseMap, refuse: () => setBaseMap(standInBaseMap) };
}
