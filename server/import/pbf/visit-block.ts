import type { Block } from "./block.ts";
import { type OsmKind, type OsmVisitor, osmKinds } from "./osm-visitor.ts";
import { visitDenseNodes, visitNode } from "./visit-nodes.ts";
import { visitRelation } from "./visit-relation.ts";
import { visitWay } from "./visit-way.ts";

/** Which kinds of elements a block holds; a group has only one. */
export function kindsIn({ reader, groups }: Block): Set<OsmKind> {
  const fields = groups.map(({ start, end }) => {
    reader.pos = start;
    return reader.nextField(end);
  });
  // 1 and 2 are nodes, 3 ways, 4 relations.
  const known = fields.filter((field) => field >= 1 && field <= 4);
  return new Set(known.map((field) => osmKinds[Math.max(0, field - 2)]));
}

/** Tells the visitor of every element of the block that it wants to know of. */
export function visitBlock(block: Block, visitor: OsmVisitor): void {
  const { reader } = block;
  for (const { start, end } of block.groups) {
    reader.pos = start;
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
      if (field > 4) continue;
      const messageEnd = reader.readVarint() + reader.pos;
      visitors[field - 1](block, messageEnd, visitor);
      reader.pos = messageEnd;
    }
  }
}

const visitors = [visitNode, visitDenseNodes, visitWay, visitRelation];
