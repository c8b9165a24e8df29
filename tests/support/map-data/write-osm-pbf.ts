import { deflateSync } from "node:zlib";
import { PbfWriter } from "pbf";

type Tags = Readonly<Record<string, string>>;

/** A small extract as a test wants it; ids are the keys. */
export interface TestExtract {
  readonly nodes: Readonly<Record<number, readonly [lng: number, lat: number, tags?: Tags]>>;
  readonly ways?: Readonly<Record<number, readonly [nodes: readonly number[], tags: Tags]>>;
  /** Members are ways, all of them outer. */
  readonly relations?: Readonly<Record<number, readonly [ways: readonly number[], tags: Tags]>>;
  /** Features that a reader of the file must support. */
  readonly features?: readonly string[];
}

/** The bytes of a `.osm.pbf` file, one block for each kind of element. */
export function writeOsmPbf({ nodes, ways = {}, relations = {}, features }: TestExtract): Buffer {
  const header = new PbfWriter();
  for (const feature of features ?? ["OsmSchema-V0.6", "DenseNodes"]) {
    header.writeStringField(4, feature);
  }
  header.writeVarintField(32, Date.UTC(2026, 0, 2) / 1000);
  return Buffer.concat([
    blob("OSMHeader", header.finish()),
    blob(
      "OSMData",
      block((strings, group) => group.writeMessage(2, writeNodes(strings), nodes)),
    ),
    blob(
      "OSMData",
      block((strings, group) => writeEach(group, 3, ways, writeWay(strings))),
    ),
    blob(
      "OSMData",
      block((strings, group) => writeEach(group, 4, relations, writeRelation(strings))),
    ),
  ]);
}

type Strings = (text: string) => number;

function blob(type: string, content: Uint8Array): Buffer {
  const body = new PbfWriter();
  body.writeVarintField(2, content.length);
  body.writeBytesField(3, deflateSync(content));
  const bytes = body.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, bytes.length);
  const headerBytes = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headerBytes.length);
  return Buffer.concat([length, headerBytes, bytes]);
}

function block(fill: (strings: Strings, group: PbfWriter) => void): Uint8Array {
  const texts = [""];
  const group = new PbfWriter();
  fill((text) => {
    const known = texts.indexOf(text);
    return known >= 0 ? known : texts.push(text) - 1;
  }, group);
  const writer = new PbfWriter();
  writer.writeMessage(
    1,
    (_, table) => {
      for (const text of texts) table.writeStringField(1, text);
    },
    null,
  );
  writer.writeBytesField(2, group.finish());
  return writer.finish();
}

function writeNodes(strings: Strings) {
  return (nodes: TestExtract["nodes"], writer: PbfWriter) => {
    const entries = Object.entries(nodes);
    const toE7 = (degrees: number) => Math.round(degrees * 1e7);
    writer.writePackedSVarint(1, differences(entries.map(([id]) => Number(id))));
    writer.writePackedSVarint(8, differences(entries.map(([, [, lat]]) => toE7(lat))));
    writer.writePackedSVarint(9, differences(entries.map(([, [lng]]) => toE7(lng))));
    const tags = entries.flatMap(([, [, , tags = {}]]) => [
      ...Object.entries(tags).flatMap(([key, value]) => [strings(key), strings(value)]),
      0,
    ]);
    writer.writePackedVarint(10, tags);
  };
}

function writeEach<Item>(
  group: PbfWriter,
  field: number,
  items: Readonly<Record<number, Item>>,
  write: (item: readonly [id: number, item: Item], writer: PbfWriter) => void,
): void {
  for (const [id, item] of Object.entries(items)) {
    group.writeMessage(field, write, [Number(id), item] as const);
  }
}

function writeWay(strings: Strings) {
  return (
    [id, [nodes, tags]]: readonly [number, readonly [readonly number[], Tags]],
    writer: PbfWriter,
  ) => {
    writer.writeVarintField(1, id);
    writeTags(writer, strings, tags);
    writer.writePackedSVarint(8, differences(nodes));
  };
}

function writeRelation(strings: Strings) {
  return (
    [id, [ways, tags]]: readonly [number, readonly [readonly number[], Tags]],
    writer: PbfWriter,
  ) => {
    writer.writeVarintField(1, id);
    writeTags(writer, strings, tags);
    writer.writePackedVarint(
      8,
      ways.map(() => strings("outer")),
    );
    writer.writePackedSVarint(9, differences(ways));
    writer.writePackedVarint(
      10,
      ways.map(() => 1),
    );
  };
}

function writeTags(writer: PbfWriter, strings: Strings, tags: Tags): void {
  writer.writePackedVarint(2, Object.keys(tags).map(strings));
  writer.writePackedVarint(3, Object.values(tags).map(strings));
}

function differences(numbers: readonly number[]): number[] {
  return numbers.map((number, index) => number - (index === 0 ? 0 : numbers[index - 1]));
}
