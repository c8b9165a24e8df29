/**
 * URI of a place for the device's own map, of the scheme `geo` (RFC 5870), with the label that Android reads.
 *
 * @param name of the place, in one line
 */
export function geoUri(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  name: string,
): string {
  const point = `${latitude},${longitude}`;
  return `geo:${point}?q=${encodeURIComponent(`${point}(${name.replace(/[()]/g, " ")})`)}`;
}

/**
 * Leads a pressed link to the device's own map where that opens `geo` URIs, which no browser tells: Android's
 * do, but not a web view within another app (`; wv`). Elsewhere, and without script, the link keeps its address.
 */
export function leadToOwnMap(
  link: HTMLAnchorElement,
  userAgent: string = navigator.userAgent,
): void {
  const { geo } = link.dataset;
  if (geo === undefined || !/Android(?!.*; wv\))/.test(userAgent)) return;
  link.href = geo;
  // A window of its own would stay behind, empty.
  link.removeAttribute("target");
}
