import { ImportFileError } from "../import-file-error.ts";
import type { Block } from "./block.ts";
import { fromDifferences } from "./from-differences.ts";
import { type OsmVisitor, osmKinds } from "./osm-visitor.ts";

export function visitRelation({ reader, strings }: Block, end: number, visitor: OsmVisitor): void {
  if (!visitor.relation) return;
  let id = 0;
  let keys: number[] = [];
  let values: number[] = [];
  let roles: number[] = [];
  let memberIds: number[] = [];
  let kinds: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === 1) id = reader.readVarint();
    else if (field === 2) keys = reader.readPackedVarint();
    else if (field === 3) values = reader.readPackedVarint();
    else if (field === 8) roles = reader.readPackedVarint();
    else if (field === 9) memberIds = reader.readPackedSVarint();
    else if (field === 10) kinds = reader.readPackedVarint();
  }
  if (roles.length !== memberIds.length || kinds.length !== memberIds.length) {
    throw new ImportFileError("One of its blocks is damaged.");
  }
  const members = fromDifferences(memberIds).map((member, index) => ({
    kind: osmKinds[kinds[index]],
    id: member,
    role: strings.at(roles[index]),
  }));
  visitor.relation(id, members, strings.tags(keys, values));
}
