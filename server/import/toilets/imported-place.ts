import type { OpeningTimes } from "#domain/opening-times.ts";
import type { OsmTags } from "../osm-element.ts";
import type { ImportedPrice } from "./price-of.ts";

/**
 * What an import says of a place, in the groups that change together. Kept beside the place
 * (`place.imported`), so that the next import can tell its own changes from ours.
 */
export interface ImportedFields {
  readonly country: string;
  readonly location: { readonly longitude: number; readonly latitude: number };
  readonly named: { readonly city: string; readonly address: string; readonly comments: string };
  readonly price: ImportedPrice;
  readonly accessible: boolean;
  readonly public: boolean;
  readonly opening: {
    readonly times: OpeningTimes;
    /** Null where nobody has given any. */
    readonly text: string | null;
    readonly isComplete: boolean | null;
  };
  readonly attributes: OsmTags;
}

/** A place as a file has it. */
export interface ImportedPlace {
  readonly osmId: string;
  readonly fields: ImportedFields;
  /** When someone last checked it on the spot, noon UTC of the day; null where nobody says. */
  readonly confirmed: Date | null;
}
