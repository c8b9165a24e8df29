/** URI of a place for the device's own map (`geo:`, RFC 5870), with the label that Android reads. */
export function geoUri(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  name: string,
): string {
  const point = `${latitude},${longitude}`;
  return `geo:${point}?q=${encodeURIComponent(`${point}(${name.replace(/[()]/g, " ")})`)}`;
}

/** Leads a pressed link to the device's own map where `geo` URIs open: on Android, but not in a web view (`; wv`). */
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
