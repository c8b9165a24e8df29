import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { loadWithRetry } from "./load-with-retry.ts";

/**
 * `React.lazy` for a component in a chunk of its own, asked for once more when it fails or takes
 * over 120 s. Put it inside a `ChunkBoundary`, which explains when the second time fails too.
 */
export function lazyWithRetry<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadWithRetry(load) }));
}
