/**
 * Path, query and fragment of a URL of the product's own origin, relative URLs included; null for any other, so
 * that a link in a mail cannot lead to another site (docs/product#continue-address).
 *
 * @param reference absolute or relative URL, such as the parameter `continueUrl`; null where it is absent
 * @param origin of the product, such as `https://mosdo.example`
 */
export function ownPath(reference: string | null, origin: string): string | null {
  const url = reference && URL.canParse(reference, origin) ? new URL(reference, origin) : null;
  if (url?.origin !== new URL(origin).origin) return null;
  // A link to `//example.org` would lead to another host.
  return url.pathname.startsWith("//") ? null : url.pathname + url.search + url.hash;
}

/** Parameter of a page or a mail's link: the path to continue at afterwards (docs/product#continue-address). */
const parameter = "continueUrl";

/**
 * Path at which a visitor continues after signing in: that of the parameter, within the URL's own origin, else
 * the map.
 */
export function continuePathOf({ searchParams, origin }: URL): string {
  return ownPath(searchParams.get(parameter), origin) ?? "/";
}

/**
 * Path of a page of the sign-in flow, with the path to continue at.
 *
 * @param page such as `/login`
 * @param path of this product; `/` is the default of every such page
 */
export function continuingPath(page: string, path: string): string {
  return path === "/" ? page : `${page}?${parameter}=${encodeURIComponent(path)}`;
}

/** Parameter of the map page that starts the walk to the chosen place (docs/product#directions). */
export const walkParameter = "walk";
