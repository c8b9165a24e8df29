/**
 * An address below a service's own, which may have a path of its own; parameters that are null are left
 * out. Parts of the path must be encoded already.
 */
export function serviceUrl(
  base: string,
  path: string,
  parameters: Readonly<Record<string, string | number | boolean | null>> = {},
): URL {
  const url = new URL(path, base.endsWith("/") ? base : `${base}/`);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, String(value));
  }
  return url;
}
