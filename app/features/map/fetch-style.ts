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
  // MapLibre looks closer, and tells the console of what it can't draw.
  if (style.version !== 8 || !Array.isArray(style.layers)) throw new Error("not a style");
  return style;
}
