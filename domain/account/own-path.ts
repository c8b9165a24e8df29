/**
 * Path, query and fragment of an address on our own origin; null for any other, so that a link in a
 * mail can't lead away (docs/product#continue-address). Relative addresses are ours.
 *
 * @param address such as the parameter `continueUrl`; null where there is none
 * @param origin our own, such as `https://mosdo.example`
 */
export function ownPath(address: string | null, origin: string): string | null {
  const url = address ? URL.parse(address, origin) : null;
  if (url?.origin !== new URL(origin).origin) return null;
  // As a link of its own, `//example.org` would be another host.
  return url.pathname.startsWith("//") ? null : url.pathname + url.search + url.hash;
}
