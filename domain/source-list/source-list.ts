import type { ColumnMapping, ColumnMeaning } from "./column-mapping.ts";

/** Limits of a source list. */
export const sourceListLimits = { bytes: 20_000_000, rows: 50_000, columns: 200 } as const;

/** Distance within which a row and a place may be the same, in metres. */
export const sameWithinMeters = 75;

/** How a row's opening hours were read (domain/opening/hours-in-words.ts). */
export type HoursReading =
  /** As the text of opening hours that is stored. */
  | { readonly kind: "read"; readonly hours: string }
  /** They depend on the months of the winter, which the mapping does not say yet. */
  | { readonly kind: "asks-winter" }
  /**
   * Not understood whole: nothing is guessed, the town's own words are shown. `isDate`: they are a date, which a
   * spreadsheet made of hours such as '24/7'.
   */
  | { readonly kind: "unknown"; readonly words: string; readonly isDate?: true }
  /** The row says nothing of hours. */
  | { readonly kind: "none" };

/** Why a row does not become a place. */
export type RowRefusal =
  | "not-in-use"
  | "no-position"
  | "bad-position"
  | "swapped"
  | "double"
  /** It has more cells than the header, so that their meaning is not certain. */
  | "too-many-cells"
  | "deleted-here"
  | "no-country";

/** Why staff have to look at a row. */
export type RowDoubt =
  /** Its position is that of its address, found by our search. */
  | "approximate"
  /** More than one place within reach is like it. */
  | "several"
  /** A place is near, and not clearly the same. */
  | "near";

/** A row of a source list, read by a mapping. */
export interface SourceRow {
  /** Line of the table where the row begins, from 1; the header has the first. */
  readonly line: number;
  /** Key from the list, or from name and place; unique in the list and stable between its files. */
  readonly key: string;
  /** Longitude and latitude; null where the row has only an address, or a refusal. */
  readonly position: readonly [longitude: number, latitude: number] | null;
  /** Words for the search where there is no position. */
  readonly address: string | null;
  /** What the row says, as OpenStreetMap's tags (`fee`, `wheelchair`, `opening_hours`, `addr:street`, …). */
  readonly tags: Readonly<Record<string, string>>;
  readonly hours: HoursReading;
  readonly refusal: RowRefusal | null;
}

/** A column with what it seems to mean. */
export interface SourceColumn {
  readonly header: string;
  readonly meaning: ColumnMeaning;
  /** Whether header or values are clear; else the page asks. */
  readonly isSure: boolean;
  /** Some first values that are not empty, at most 5. */
  readonly samples: readonly string[];
}

/** A source list as it was read. */
export interface SourceList {
  readonly columns: readonly SourceColumn[];
  /** The mapping by which the rows were read: the one given, else the one that was found. */
  readonly mapping: ColumnMapping;
  /** First rows of the table as they are, at most 5, by column. */
  readonly firstRows: readonly (readonly string[])[];
  readonly rows: readonly SourceRow[];
  /** Whether some rows' hours need the months of the winter. */
  readonly asksWinter: boolean;
}
