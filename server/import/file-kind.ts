import { packingOf, readHead } from "./osm-xml.ts";

/**
 * Kind of a file by its beginning, whatever its name: an extract of OpenStreetMap in PBF or in XML, packed or not, or
 * JSON. Null for anything else.
 */
export function fileKindOf(path: string): "pbf" | "xml" | "json" | null {
  const head = readHead(path);
  if (packingOf(head) !== null) return "xml";
  // The first block is the header.
  if (head.includes("OSMHeader")) return "pbf";
  const text = head.toString(isUtf16(head) ? "utf16le" : "utf8").replace(/^\uFEFF/, "");
  if (/^\s*</.test(text)) return "xml";
  return /^\s*[[{]/.test(text) ? "json" : null;
}

function isUtf16(head: Buffer): boolean {
  return head[0] === 0xff && head[1] === 0xfe;
}
