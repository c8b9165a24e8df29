/** Which bytes of a file an answer holds: all, some (both ends included), or none of those asked for. */
export type ByteRange =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly first: number; readonly last: number }
  | { readonly kind: "unsatisfiable" };

const whole: ByteRange = { kind: "whole" };

/**
 * Reads a `Range` header for a file of so many bytes (RFC 9110 §14.2). Several ranges at once, other units
 * and what is malformed may be answered as if nothing was asked: with the whole. An end beyond the file is
 * the file's end.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "");
  if (!match) return whole;
  const [, from = "", to = ""] = match;
  if (from === "") return to === "" ? whole : suffix(Number(to), sizeBytes);
  const first = Number(from);
  const end = to === "" ? sizeBytes - 1 : Number(to);
  if (end < first && to !== "") return whole;
  if (first >= sizeBytes) return { kind: "unsatisfiable" };
  return { kind: "part", first, last: Math.min(end, sizeBytes - 1) };
}

/** The last so many bytes. */
function suffix(lengthBytes: number, sizeBytes: number): ByteRange {
  if (lengthBytes === 0 || sizeBytes === 0) return { kind: "unsatisfiable" };
  return { kind: "part", first: Math.max(0, sizeBytes - lengthBytes), last: sizeBytes - 1 };
}
