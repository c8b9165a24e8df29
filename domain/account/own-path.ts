/**
 * Path, query and fragment of an address on the product's own origin, relative addresses included; null for
 * any other, so that a link in a mail cannot lead elsewhere (docs/product#continue-address).
 *
 * @param address such as the parameter `continueUrl`; null where it is absent
 * @param origin of the product, such as `https://mosdo.example`
 */
export function ownPath(address: string | null, origin: string): string | null {
  const url = address && URL.canParse(address, origin) ? new URL(address, origin) : null;
  if (url?.origin !== new URL(origin).origin) return null;
  // A link to `//example.org` would lead to another host.
  return url.pathname.startsWith("//") ? null : url.pathname + url.search + url.hash;
}

/** Parameter by which a page or a mail names where it leads afterwards (docs/product#continue-address). */
const parameter = "continueUrl";

/**
 * Path at which a visitor goes on after signing in: the one that the address names within its own origin,
 * else the map.
 */
export function continuePathOf({ searchParams, origin }: URL): string {
  return ownPath(searchParams.get(parameter), origin) ?? "/";
}

/**
 * Address of a page of the way into an account, which keeps where it leads afterwards.
 *
 * @param page such as `/login`
 * @param path of this product; `/` is where every such page leads without it
 */
export function continuingPath(page: string, path: string): string {
  return path === "/" ? page : `${page}?${parameter}=${encodeURIComponent(path)}`;
}

/** Parameter of the map page that begins the walk to the chosen place (docs/product#directions). */
export const walkParameter = "walk";

/** Why a visitor is to sign in, by where that leads: to a walk, or to the form for a new place; null else. */
export function signInReasonOf(continuePath: string): "walk" | "add" | null {
  const { pathname, searchParams } = new URL(continuePath, "http://own");
  if (searchParams.has(walkParameter)) return "walk";
  return pathname === "/places" && searchParams.has("add") ? "add" : null;
}
