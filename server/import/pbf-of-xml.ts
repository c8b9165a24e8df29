import { renameSync } from "node:fs";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { overpassPosition } from "#server/import/json/read-json-file.ts";
import { boundsIn, readOsmXml, type XmlElement } from "#server/import/osm-xml.ts";
import {
  type BoundsE7,
  type OnProgress,
  OsmPbfFile,
  type PbfHeader,
} from "#server/import/pbf/osm-pbf-file.ts";
import { OsmPbfWriter } from "#server/import/pbf/osm-pbf-writer.ts";
import { isToilets } from "./toilet-tags.ts";

export interface XmlContents {
  /** Reason why the file is not complete, in its own text; null for a complete file. */
  readonly incomplete: string | null;
  /** Positions of ways and relations that may be toilets, where the file has them: by type and id. */
  readonly positions: ReadonlyMap<string, Coordinates>;
  /** Number of nodes without a position, which are not written. */
  readonly unplaced: number;
}

/**
 * Writes OpenStreetMap's data in XML as a `.osm.pbf` file, in the order of the file. Elements that are deleted, or
 * not in OpenStreetMap yet, as editors save them, are left out. A file without a date has that of its newest element.
 *
 * @throws ImportFileError where it is invalid, cut off or damaged
 */
export async function writePbfOfXml(
  path: string,
  target: string,
  onProgress: OnProgress,
): Promise<XmlContents> {
  let header: Partial<PbfHeader> = {};
  let writer: OsmPbfWriter | null = null;
  let remark = "";
  let newestMs = Number.NEGATIVE_INFINITY;
  let unplaced = 0;
  const positions = new Map<string, Coordinates>();
  try {
    await readOsmXml(
      path,
      {
        onOther(name, attributes) {
          if (name === "bounds")
            header = { ...header, bounds: join(header.bounds, boundsIn(attributes)) };
          const dataAt = new Date(attributes.timestamp ?? attributes.osm_base ?? "");
          if (!Number.isNaN(dataAt.getTime())) header = { ...header, dataAt };
        },
        onText(name, text) {
          if (name === "remark") remark += text;
        },
        onElement(element) {
          writer ??= new OsmPbfWriter(target, header);
          const { kind, id, isDeleted, timeMs, tags, shape } = element;
          newestMs = Math.max(newestMs, timeMs ?? newestMs);
          if (isDeleted || !isUploaded(element)) return;
          if (Number.isNaN(element.latitudeE7)) unplaced++;
          else writeElement(writer, element);
          const position = isToilets(tags) && kind !== "node" ? overpassPosition(shape) : null;
          if (position !== null) positions.set(`${kind}/${id}`, position);
        },
      },
      onProgress,
    );
    writer ??= new OsmPbfWriter(target, header);
    writer.finish();
    if (!header.dataAt && Number.isFinite(newestMs)) {
      await copyWithHeader(target, { ...header, dataAt: new Date(newestMs) });
    }
    return { incomplete: remark.trim() || null, positions, unplaced };
  } finally {
    writer?.[Symbol.dispose]();
  }
}

function isUploaded({ id }: { readonly id: number }): boolean {
  return id > 0;
}

function writeElement(writer: OsmPbfWriter, element: XmlElement): void {
  const { kind, id, longitudeE7, latitudeE7, tags, refs, members } = element;
  if (kind === "node") writer.node({ id, longitudeE7, latitudeE7, tags });
  else if (kind === "way") writer.way({ id, refs: refs.filter((ref) => ref > 0), tags });
  else writer.relation({ id, members: members.filter(isUploaded), tags });
}

/** Gives a file another header. */
async function copyWithHeader(path: string, header: Partial<PbfHeader>): Promise<void> {
  const copy = `${path}.copy`;
  {
    await using file = await OsmPbfFile.open(path);
    using writer = new OsmPbfWriter(copy, header);
    for await (const { packed } of file.blocks()) writer.copy(packed);
    writer.finish();
  }
  renameSync(copy, path);
}

/** The smallest box around both: an editor saves one for each download. */
function join(box: BoundsE7 | null | undefined, other: BoundsE7): BoundsE7 {
  if (!box) return other;
  const [west, south, east, north] = other;
  return [
    Math.min(box[0], west),
    Math.min(box[1], south),
    Math.max(box[2], east),
    Math.max(box[3], north),
  ];
}
