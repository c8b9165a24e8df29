import type { MapAttribution } from "#domain/base-map/base-map-attributions.ts";

/** Whose data a source draws, as MapLibre's attribution control takes it: HTML. */
export function mapAttribution(attributions: readonly MapAttribution[]): string {
  return attributions
    .map(({ name, url }) => `<a href="${url}" target="_blank" rel="noopener">${name}</a>`)
    .join(" · ");
}
