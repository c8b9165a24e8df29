import type { OpeningTimes } from "#domain/opening/seven-entries.ts";
import type { PlaceFacts } from "#domain/place/place-facts.ts";

/** Price of an imported place. */
export interface ImportedPrice {
  /** In the country's currency; 0 is free. */
  readonly price: number | null;
  /** False where the fee or the amount is not known. */
  readonly isKnown: boolean;
  /** It costs something, and the amount is not known; absent otherwise, as in records of older imports. */
  readonly costs?: true;
}

/**
 * Fields of a place that an import brings, in the groups that change together. Kept beside the place
 * (`place.imported`), so that the next import can tell its own changes from ours.
 */
export interface ImportedFields {
  readonly country: string;
  readonly location: { readonly longitude: number; readonly latitude: number };
  readonly named: { readonly city: string; readonly address: string; readonly comments: string };
  readonly price: ImportedPrice;
  /** Each fact is a group of its own. */
  readonly facts: PlaceFacts;
  readonly opening: {
    readonly times: OpeningTimes;
    /** Opening hours as a text; null where none is given. */
    readonly text: string | null;
    readonly isComplete: boolean | null;
  };
  readonly attributes: Readonly<Record<string, string>>;
}

/** Content of `place.imported`. */
export interface ImportRecord {
  /** Name of the file that brought the place, without date and ending: `hungary`. */
  readonly source: string;
  readonly fields: ImportedFields;
  /** Former position whose street is the address, where none is near the position now; absent elsewhere. */
  readonly streetAt?: ImportedFields["location"];
}
