import { PbfWriter } from "pbf";
import { describe, expect, it } from "vitest";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { openBlock, visitBlock } from "./osm-pbf-file.ts";

const lengthPrefixed = (field: number, content: Uint8Array) => {
  const writer = new PbfWriter();
  writer.writeBytesField(field, content);
  return writer.finish();
};

/** A block of one group of dense nodes, whose ids take some bytes, with a number of empty texts. */
function blockOf({ texts = 1, bytes = 1 }): Uint8Array {
  const zeros = Buffer.alloc(bytes);
  const dense = Buffer.concat([1, 8, 9].map((field) => lengthPrefixed(field, zeros)));
  const group = lengthPrefixed(2, lengthPrefixed(2, dense));
  // Field 1, length 0, repeated.
  const table = Buffer.alloc(2 * texts, Buffer.from([0x0a, 0x00]));
  return Buffer.concat([lengthPrefixed(1, table), group]);
}

/** A block of one node that is not dense, in units of 100 nanodegrees, with a tag. */
function blockOfNode(id: number, [latitude, longitude]: readonly [number, number]): Uint8Array {
  const table = new PbfWriter();
  for (const text of ["", "amenity", "toilets"]) table.writeStringField(1, text);
  const node = new PbfWriter();
  node.writeSVarintField(1, id);
  node.writePackedVarint(2, [1]);
  node.writePackedVarint(3, [2]);
  node.writeSVarintField(8, latitude);
  node.writeSVarintField(9, longitude);
  const group = lengthPrefixed(2, lengthPrefixed(1, node.finish()));
  return Buffer.concat([lengthPrefixed(1, table.finish()), group]);
}

function countNodes(content: Uint8Array): number {
  let count = 0;
  visitBlock(openBlock(content), { position: () => void count++ });
  return count;
}

describe("a block", () => {
  it("has a node of its own with its position and tags", () => {
    const found: unknown[] = [];
    visitBlock(openBlock(blockOfNode(7, [474_979_000, -190_402_000])), {
      position: (...given) => found.push(given),
      node: (...given) => found.push(given),
    });
    expect(found).toEqual([
      [7, -190_402_000, 474_979_000],
      [7, -19.0402, 47.4979, { amenity: "toilets" }],
    ]);
  });

  it("is read up to its limits", () => {
    expect(countNodes(blockOf({ texts: 250_000, bytes: 1_000 }))).toBe(1_000);
  });

  it.each([
    ["texts", { texts: 250_001 }],
    ["elements", { bytes: 4 * 1024 * 1024 + 1 }],
  ])("of more %s than any writer makes is refused before it fills the memory", (_, content) => {
    expect(() => countNodes(blockOf(content))).toThrow(ImportFileError);
  });
});
