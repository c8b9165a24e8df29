import { ImportFileError } from "../import-file-error.ts";
import type { OsmTags } from "../osm-element.ts";
import type { Block } from "./block.ts";
import type { OsmVisitor } from "./osm-visitor.ts";

/** A node on its own: rare, files hold nearly all as dense nodes. */
export function visitNode(block: Block, end: number, visitor: OsmVisitor): void {
  if (!visitor.position && !visitor.node) return;
  const { reader, strings } = block;
  let [id, latitude, longitude] = [0, 0, 0];
  let keys: number[] = [];
  let values: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === 1) id = reader.readSVarint();
    else if (field === 2) keys = reader.readPackedVarint();
    else if (field === 3) values = reader.readPackedVarint();
    else if (field === 8) latitude = reader.readSVarint();
    else if (field === 9) longitude = reader.readSVarint();
  }
  const [longitudeE7, latitudeE7] = [block.longitudeE7(longitude), block.latitudeE7(latitude)];
  visitor.position?.(id, longitudeE7, latitudeE7);
  if (keys.length > 0) {
    visitor.node?.(id, longitudeE7 / 1e7, latitudeE7 / 1e7, strings.tags(keys, values));
  }
}

/** Nodes as parallel lists of differences; their tags follow each other, a 0 after each node's. */
export function visitDenseNodes(block: Block, end: number, visitor: OsmVisitor): void {
  if (!visitor.position && !visitor.node) return;
  const { ids, latitudes, longitudes, tags } = readLists(block, end);
  if (latitudes.length !== ids.length || longitudes.length !== ids.length) {
    throw new ImportFileError("One of its blocks is damaged.");
  }
  let [id, latitude, longitude, tagAt] = [0, 0, 0, 0];
  for (let index = 0; index < ids.length; index++) {
    id += ids[index];
    latitude += latitudes[index];
    longitude += longitudes[index];
    const [longitudeE7, latitudeE7] = [block.longitudeE7(longitude), block.latitudeE7(latitude)];
    visitor.position?.(id, longitudeE7, latitudeE7);
    const tagEnd = tags.length === 0 ? 0 : tags.indexOf(0, tagAt);
    if (tagEnd < 0) throw new ImportFileError("One of its blocks is damaged.");
    if (visitor.node && tagEnd > tagAt) {
      const read = readTags(block, tags, tagAt, tagEnd);
      visitor.node(id, longitudeE7 / 1e7, latitudeE7 / 1e7, read);
    }
    tagAt = tagEnd + 1;
  }
}

function readLists({ reader }: Block, end: number) {
  let ids: number[] = [];
  let latitudes: number[] = [];
  let longitudes: number[] = [];
  /** Key, value, key, value, 0, … */
  let tags: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === 1) ids = reader.readPackedSVarint();
    else if (field === 8) latitudes = reader.readPackedSVarint();
    else if (field === 9) longitudes = reader.readPackedSVarint();
    else if (field === 10) tags = reader.readPackedVarint();
  }
  return { ids, latitudes, longitudes, tags };
}

function readTags(
  { strings }: Block,
  tags: readonly number[],
  start: number,
  end: number,
): OsmTags {
  const pairs = tags.slice(start, end);
  const keys = pairs.filter((_, index) => index % 2 === 0);
  return strings.tags(
    keys,
    pairs.filter((_, index) => index % 2 === 1),
  );
}
