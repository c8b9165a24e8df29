import type { FieldGroup } from "./imported-place.ts";

/** Reason why an element has not become a place. */
export type LeftOutReason =
  /** No toilets at all. */
  | "other"
  /** Toilets that are gone or closed to everyone: `access=no`, `disused=yes`, `disused:amenity=toilets`. */
  | "unusable"
  /** The file does not say where they are. */
  | "no-position"
  /** Their coordinates are no degrees. */
  | "bad-position"
  /** Latitude and longitude look swapped. */
  | "swapped"
  /** At sea, outside every country. */
  | "no-country"
  /** The place was deleted here. */
  | "deleted-here"
  /** A contributor has added a place with the same city, address and comment. */
  | "duplicate"
  /** The file has the toilet twice, such as as a point and as a building. */
  | "double";

export type ImportRemark =
  | { readonly kind: "duplicate"; readonly osmId: string; readonly placeId: number }
  | {
      readonly kind: "conflict";
      readonly osmId: string;
      readonly placeId: number;
      /** Groups of fields that the file and people have changed; the change made here has stayed. */
      readonly fields: readonly FieldGroup[];
    }
  | { readonly kind: "missing"; readonly osmId: string; readonly placeId: number }
  | { readonly kind: "double"; readonly osmId: string; readonly keptId: string }
  /** Far from every settlement, and at home with latitude and longitude swapped: it is held. */
  | { readonly kind: "swapped"; readonly osmId: string }
  /** Its id cannot be used: it is known by its position. */
  | { readonly kind: "unnumbered"; readonly osmId: string }
  /** Gone in OpenStreetMap, and retained for the contributions that it has here. */
  | { readonly kind: "gone"; readonly osmId: string; readonly placeId: number };

/** Maximum number of remarks; further ones are counted only. */
const maxRemarks = 10_000;

/** Result of an import of places. */
export class ImportReport {
  added = 0;
  updated = 0;
  unchanged = 0;
  /** Places that are gone in OpenStreetMap, and were deleted here. */
  removed = 0;
  readonly leftOut = new Map<LeftOutReason, number>();
  readonly counts = new Map<ImportRemark["kind"], number>();
  readonly remarks: ImportRemark[] = [];

  leaveOut(reason: LeftOutReason, count = 1): void {
    if (count > 0) this.leftOut.set(reason, (this.leftOut.get(reason) ?? 0) + count);
  }

  remark(remark: ImportRemark): void {
    this.counts.set(remark.kind, (this.counts.get(remark.kind) ?? 0) + 1);
    if (this.remarks.length < maxRemarks) this.remarks.push(remark);
  }

  /** All of it, as JSON can hold it; at most `maxRemarks` remarks. */
  toJSON(): object {
    const { added, updated, unchanged, removed, remarks } = this;
    return {
      ...{ added, updated, unchanged, removed },
      left_out: Object.fromEntries(this.leftOut),
      remark_counts: Object.fromEntries(this.counts),
      remarks,
    };
  }

  /** Adds the result of a part of the work. */
  include(part: ImportReport): void {
    this.added += part.added;
    this.updated += part.updated;
    this.unchanged += part.unchanged;
    this.removed += part.removed;
    for (const [reason, count] of part.leftOut) this.leaveOut(reason, count);
    for (const remark of part.remarks) this.remark(remark);
  }
}
