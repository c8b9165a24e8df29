import * as v from "valibot";
import type { PlaceChange, PlaceContent } from "#domain/edits/place-change.ts";
import type { Place } from "#domain/place/place.ts";
import { optionalLine, writtenLine } from "#domain/text/entered-text.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import type { ColumnMapping } from "./column-mapping.ts";
import type { ListFault } from "./list-fault.ts";
import type { HoursReading, RowDoubt, RowRefusal, SourceColumn } from "./source-list.ts";

/** What becomes of the rows of a source list, in the order of the page. */
export const entryKinds = ["new", "here", "look", "left-out"] as const;

export type EntryKind = (typeof entryKinds)[number];

/** Number of entries on one page. */
export const entriesPerPage = 20;

/** Days for which an import can be undone. */
export const importUndoDays = 30;

const importUndoMs = importUndoDays * 24 * 60 * 60 * 1000;

/** Earliest end of an import that can still be undone, inclusive. */
export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - importUndoMs);
}

/** Latest time at which an import can be undone, inclusive. */
export function undoableUntil(endedAt: Date): Date {
  return new Date(endedAt.getTime() + importUndoMs);
}

/**
 * State of an import: being read in the background; read and not confirmed; waiting for the administrator, as a nightly
 * read that lost many rows; being taken over in the background; and how it ended.
 */
export type ImportState =
  | "reading"
  | "preview"
  | "waiting"
  | "running"
  | "done"
  | "failed"
  | "undoing"
  | "undone";

/** Whether an import is at work in the background. */
export function isAtWork(state: ImportState): boolean {
  return state === "reading" || state === "running" || state === "undoing";
}

/** Where a list comes from, as the administrator types it. */
export const listSourceSchema = /* @__PURE__ */ (() => {
  const url = (schemes: RegExp) =>
    v.pipe(
      optionalLine(2000),
      v.check((text) => text === "" || (schemes.test(text) && URL.canParse(text))),
    );
  return v.object({
    /** Short name in URLs and ids, such as `vienna-toilets`; empty for one that is made of the title. */
    name: optionalLine(100),
    title: writtenLine(200),
    licence: writtenLine(200),
    /** Attribution of its places; empty for the title. */
    attribution: optionalLine(300),
    /** Page of the list; empty without one. */
    link: url(/^https?:/i),
    /** Whether the licence allows passing the places on. */
    allowsPassingOn: v.boolean(),
    /** Address that is read each night; empty without one. */
    address: url(/^https:/i),
  });
})();

export type ListSource = DeepReadonly<v.InferOutput<typeof listSourceSchema>>;

/** A place, as far as it is named. */
type NamedPlace = Pick<Place, "id" | "country" | "city" | "address" | "comments" | "accepted">;

/** A row of a list, with what becomes of it. */
export interface ImportEntry {
  readonly kind: EntryKind;
  readonly line: number;
  readonly key: string;
  /** Name of the place in the row, else its address; may be empty. */
  readonly title: string;
  readonly country: string | null;
  readonly position: readonly [longitude: number, latitude: number] | null;
  /** What the row says. */
  readonly says: Partial<PlaceContent>;
  readonly hours: HoursReading;
  /** The place that it is, of kind `here`. */
  readonly place: NamedPlace | null;
  /** Fields of that place that will change. */
  readonly change: PlaceChange;
  /** Fields that stay because a person set them: `from` is what stays, `to` what the row says. */
  readonly kept: PlaceChange;
  /** Of kind `look`. */
  readonly doubt: RowDoubt | null;
  /** Places near it that it may be, nearest first. */
  readonly near: readonly (NamedPlace & { readonly distance: number })[];
  /** Of kind `left-out`. */
  readonly refusal: RowRefusal | null;
}

/** An import of a list, as its page shows it. */
export interface ImportView {
  readonly id: number;
  /** Name of the file, or its address. */
  readonly fileName: string;
  readonly state: ImportState;
  readonly columns: readonly SourceColumn[];
  readonly mapping: ColumnMapping;
  /** First rows of the table as they are, at most 5, by column. */
  readonly firstRows: readonly (readonly string[])[];
  /** Whether some hours need the months of the winter, and the mapping does not say them. */
  readonly asksWinter: boolean;
  /** Systems of coordinates that can be chosen, by their numbers in the EPSG registry; empty until the table is read. */
  readonly coordinateSystems: readonly { readonly epsg: number; readonly title: string }[];
  readonly counts: Readonly<Record<EntryKind, number>>;
  /** Number of the rows of kind `here` that change a place. */
  readonly changing: number;
  /** Number of rows by how their hours were read. */
  readonly hours: Readonly<Record<HoursReading["kind"], number>>;
  /** Places that the list no longer has, at most 50. */
  readonly missing: readonly NamedPlace[];
  /** Number of them. */
  readonly missingCount: number;
  /** Source of the list, from its last import or this one; null for a new list. */
  readonly source: ListSource | null;
  /** Share of the work that is done, 0 to 1. */
  readonly progress: number;
  /** Why the file was refused; null otherwise, also where something else failed. */
  readonly failure: ListFault | null;
  /** ISO 8601 instant. */
  readonly at: string;
  readonly endedAt: string | null;
  /** ISO 8601 instant until which it can be undone; null where it cannot. */
  readonly undoableUntil: string | null;
}

/** One page of the entries of a kind. */
export interface EntryPage {
  readonly kind: EntryKind;
  /** From 1. */
  readonly page: number;
  readonly entries: readonly ImportEntry[];
}

/** A row that waits for staff in the queue of tasks. */
export interface RowTask {
  /** Of the row, unique among all lists. */
  readonly id: number;
  /** Title of the list. */
  readonly list: string;
  readonly entry: ImportEntry;
  /** ISO 8601 instant. */
  readonly at: string;
}

/** An import in the list of imports. */
export type ImportSummary = Pick<
  ImportView,
  "id" | "fileName" | "state" | "at" | "endedAt" | "progress" | "counts" | "undoableUntil"
> & {
  readonly title: string | null;
};

/** A source with the result of its last nightly read. */
export interface SourceSummary extends ListSource {
  /** Number of places that it has. */
  readonly places: number;
  /** ISO 8601 instant of the last read of its address; null without one. */
  readonly checkedAt: string | null;
  /** Why that failed; null otherwise. */
  readonly failure: ListFault | null;
}
