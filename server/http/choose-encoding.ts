/** A content coding that we speak. */
export type Encoding = "br" | "gzip";

/**
 * Chooses the content coding for an `Accept-Encoding` header (RFC 9110 §12.5.3): brotli before
 * gzip, a coding with `q=0` never, null where neither is welcome.
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | null {
  const qualities = new Map<string, number>();
  for (const part of (acceptEncoding ?? "").toLowerCase().split(",")) {
    const [name, ...parameters] = part.split(";").map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    if (name) qualities.set(name, quality === undefined ? 1 : Number(quality) || 0);
  }
  const isWelcome = (name: Encoding) => (qualities.get(name) ?? qualities.get("*") ?? 0) > 0;
  return isWelcome("br") ? "br" : isWelcome("gzip") ? "gzip" : null;
}
