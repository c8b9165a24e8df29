import { degreesIn, readOsmXml, type XmlElement } from "#server/import/osm-xml.ts";
import type { BoundsE7, OnProgress, PbfHeader } from "#server/import/pbf/osm-pbf-file.ts";
import { OsmPbfWriter } from "#server/import/pbf/osm-pbf-writer.ts";

/**
 * Writes OpenStreetMap's data in XML as a `.osm.pbf` file, in the order of the file. Elements that are deleted, or
 * not in OpenStreetMap yet, as editors save them, are left out.
 *
 * @returns reason why the file is not complete, in its own text; null for a complete file
 * @throws ImportFileError where it is invalid, cut off or damaged
 */
export async function writePbfOfXml(
  path: string,
  target: string,
  onProgress: OnProgress,
): Promise<string | null> {
  let header: Partial<PbfHeader> = {};
  let writer: OsmPbfWriter | null = null;
  let remark = "";
  try {
    await readOsmXml(
      path,
      {
        root: "osm",
        onOther(name, attributes) {
          if (name === "bounds") header = { ...header, bounds: join(header.bounds, attributes) };
          const dataAt = new Date(attributes.timestamp ?? attributes.osm_base ?? "");
          if (!Number.isNaN(dataAt.getTime())) header = { ...header, dataAt };
        },
        onText(name, text) {
          if (name === "remark") remark += text;
        },
        onElement(element) {
          writer ??= new OsmPbfWriter(target, header);
          if (!element.isDeleted && isUploaded(element)) writeElement(writer, element);
        },
      },
      onProgress,
    );
    writer ??= new OsmPbfWriter(target, header);
    writer.finish();
    return remark.trim() || null;
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

/** The smallest box around a box and another one in attributes: an editor saves one for each download. */
function join(
  box: BoundsE7 | null | undefined,
  attributes: Readonly<Record<string, string>>,
): BoundsE7 {
  const [west, south, east, north] = [
    degreesIn(attributes, "minlon", 180),
    degreesIn(attributes, "minlat", 90),
    degreesIn(attributes, "maxlon", 180),
    degreesIn(attributes, "maxlat", 90),
  ];
  if (!box) return [west, south, east, north];
  return [
    Math.min(box[0], west),
    Math.min(box[1], south),
    Math.max(box[2], east),
    Math.max(box[3], north),
  ];
}
