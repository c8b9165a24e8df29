import { isDeepStrictEqual } from "node:util";
import type { ImportedFields } from "./imported-place.ts";

export interface MergedFields {
  /** What the place is to be. */
  readonly fields: ImportedFields;
  /** What differs from what it was. */
  readonly changed: readonly (keyof ImportedFields)[];
  /** What both sides have changed, differently: ours stays. */
  readonly conflicts: readonly (keyof ImportedFields)[];
}

/**
 * Brings a new import and a place together, group by group. Where nobody here has touched a group
 * since the last import, the new import's holds; where somebody has, ours does, and if the import
 * has changed it too, it is a conflict. A conflict is told once: `last` is to become `next`.
 */
export function mergeImportedFields(
  current: ImportedFields,
  last: ImportedFields,
  next: ImportedFields,
): MergedFields {
  const groups = Object.keys(next) as (keyof ImportedFields)[];
  const differs = groups.filter((group) => !isDeepStrictEqual(current[group], next[group]));
  const isOurs = (group: keyof ImportedFields) => !isDeepStrictEqual(current[group], last[group]);
  const changed = differs.filter((group) => !isOurs(group));
  const conflicts = differs.filter(
    (group) => isOurs(group) && !isDeepStrictEqual(last[group], next[group]),
  );
  const taken = Object.fromEntries(changed.map((group) => [group, next[group]]));
  return { fields: { ...current, ...taken }, changed, conflicts };
}
