import type { FieldFault } from "./field-fault.ts";
import { maxPlaceId } from "./place-id.ts";

/** The most places that one call accepts. */
export const maxAcceptedAtOnce = 100;

/**
 * Reads the body of a call that accepts several places: `{ ids }`, 1 to `maxAcceptedAtOnce` ids. One
 * named twice counts once; other fields are ignored.
 */
export function checkAcceptMany(
  input: unknown,
): { ok: true; ids: number[] } | { ok: false; faults: FieldFault[] } {
  const ids = typeof input === "object" && input !== null && "ids" in input ? input.ids : null;
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every(isPlaceId)) return fault;
  const distinct = [...new Set<number>(ids)];
  return distinct.length <= maxAcceptedAtOnce ? { ok: true, ids: distinct } : fault;
}

const fault: { ok: false; faults: FieldFault[] } = {
  ok: false,
  faults: [{ field: "ids", code: "error.parameter" }],
};

function isPlaceId(id: unknown): id is number {
  return typeof id === "number" && Number.isInteger(id) && id >= 1 && id <= maxPlaceId;
}
