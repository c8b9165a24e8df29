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

function countNodes(content: Uint8Array): number {
  let count = 0;
  visitBlock(openBlock(content), { position: () => void count++ });
  return count;
}

describe("a block", () => {
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
