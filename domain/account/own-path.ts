/**
 * Path, query and fragment of an address on the product's own origin, relative addresses included; null for
 * any other, so that a link in a mail cannot lead elsewhere (docs/product#continue-address).
 *
 * @param address such as the parameter `continueUrl`; null where it is absent
 * @param origin of the product, such as `https://mosdo.example`
 */
export function ownPath(address: string | null, origin: string): string | null {
  const url = address ? URL.parse(address, origin) : null;
  if (url?.origin !== new URL(origin).origin) return null;
  // A link to `//example.org` would lead to another host.
  return url.pathname.startsWith("//") ? null : url.pathname + url.search + url.hash;
}
