import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/**
 * `React.lazy` for a component in a chunk of its own, which `importChunk` asks for once more when it
 * fails or takes over 120 s. Put it inside a `ChunkBoundary`, which explains when that fails too.
 */
export function lazyWithRetry<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }));
}
