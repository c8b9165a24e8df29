export {
  type BoundsE7,
  type OnProgress,
  OsmPbfFile,
  type PbfBlock,
  type PbfIndex,
} from "./osm-pbf-file.ts";
export { OsmPbfWriter, type PbfRelation, type PbfWay, sortOsmPbf } from "./osm-pbf-writer.ts";
export { writePbfOfXml } from "./pbf-of-xml.ts";
export { readJsonFile } from "./read-json-file.ts";
export { type FileKind, fileKindOf } from "./read-unpacked.ts";
