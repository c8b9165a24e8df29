import type { StyleSpecification } from "maplibre-gl";

/**
 * Asks for a style that is drawn as it is.
 *
 * @throws {Error} where the host does not answer, or with something else
 */
export async function fetchStyle(url: string, signal: AbortSignal): Promise<StyleSpecification> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`the style was answered with ${answer.status}`);
  const style: StyleSpecification = await answer.json();
  // MapLibre looks closer (`watch-style.ts`), but would stumble over these without a word.
  if (style.version !== 8 || !Array.isArray(style.layers)) throw new Error("not a style");
  if (![...style.layers, style.sources, ...Object.values(style.sources ?? {})].every(isObject)) {
    throw new Error("not a style");
  }
  return style;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
