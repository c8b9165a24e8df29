import type { Block } from "./block.ts";
import { fromDifferences } from "./from-differences.ts";
import type { OsmVisitor } from "./osm-visitor.ts";

export function visitWay({ reader, strings }: Block, end: number, visitor: OsmVisitor): void {
  if (!visitor.way) return;
  let id = 0;
  let keys: number[] = [];
  let values: number[] = [];
  let refs: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === 1) id = reader.readVarint();
    else if (field === 2) keys = reader.readPackedVarint();
    else if (field === 3) values = reader.readPackedVarint();
    else if (field === 8) refs = reader.readPackedSVarint();
  }
  visitor.way(id, fromDifferences(refs), strings.tags(keys, values));
}
