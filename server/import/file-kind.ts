import { ImportFileError } from "./import-file-error.ts";
import { packingOf, readHead } from "./read-unpacked.ts";

/**
 * Kind of a file for an import: an extract of OpenStreetMap in PBF or in XML, toilets of Overpass or GeoJSON, or
 * documents of places of another installation.
 */
export type FileKind = "pbf" | "xml" | "json" | "documents";

const forChanges =
  "It is a change file: deploy/apply-changes.sh applies it to an imported extract, with osmium (package osmium-tool).";

/** Other kinds of packed files, by their first letters. */
const archives = { "PK\u0003\u0004": "zip", "7z\u00bc\u00af": "7-Zip", "\u00fd7zXZ": "xz" };

/**
 * Kind of a file by its beginning, whatever its name, also where it is packed with gzip or bzip2.
 *
 * @throws ImportFileError for anything else, with the remedy
 */
export async function fileKindOf(path: string): Promise<FileKind> {
  const [packing, head] = [packingOf(path), await readHead(path)];
  const kind = kindOf(head);
  if (kind === null) {
    const letters = head.toString("latin1", 0, 8);
    const archive = Object.entries(archives).find(([first]) => letters.startsWith(first));
    if (archive) refusePacked(archive[1]);
    throw new ImportFileError(
      "It is neither an OpenStreetMap extract (.osm.pbf, .osm, .osm.gz, .osm.bz2) nor Overpass JSON or GeoJSON.",
    );
  }
  if (packing !== null && (kind === "pbf" || kind === "documents")) refusePacked(packing);
  return kind;
}

function refusePacked(packing: string): never {
  throw new ImportFileError(`It is packed with ${packing}: unpack it first.`);
}

function kindOf(head: Buffer): FileKind | null {
  // The first block is the header.
  if (head.includes("OSMHeader")) return "pbf";
  const isUtf16 = head[0] === 0xff && head[1] === 0xfe;
  const text = head.toString(isUtf16 ? "utf16le" : "utf8").replace(/^\uFEFF/, "");
  if (/^\s*</.test(text)) {
    const elements = text.replaceAll(/<!--[\s\S]*?-->/g, "");
    if (/^\s*(<[?!][^>]*>\s*)*<osmChange\b/.test(elements)) throw new ImportFileError(forChanges);
    return "xml";
  }
  if (!/^\s*[[{]/.test(text)) return null;
  if (/"(elements|features)"\s*:\s*\[|"type"\s*:\s*"Feature"/.test(text)) return "json";
  return /"(latitude|opening_times|fields|__collections__)"\s*:/.test(text) ? "documents" : "json";
}
