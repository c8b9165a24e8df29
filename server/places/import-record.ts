import {
  changeBetween,
  changedFields,
  type EditField,
  feeContent,
  hoursContent,
  type PlaceContent,
} from "#domain/edits/place-change.ts";
import { hasOpeningTimes, type OpeningTimes } from "#domain/opening/seven-entries.ts";
import { type PlaceFacts, placeFacts, storedPlainFacts } from "#domain/place/place-facts.ts";
import { feeOf } from "#domain/place/place-fee.ts";
import { type PlaceSchedule, scheduleAt } from "#server/opening/opening-hours.ts";
import { type PlaceRow, storedFactsOf, toPlaceColumns } from "./place-row.ts";

export interface ImportedPrice {
  /** In the country's currency; 0 is free. */
  readonly price: number | null;
  /** False where the fee or the amount is not known. */
  readonly isKnown: boolean;
  /** It costs something, and the amount is not known; absent otherwise, as in records of older imports. */
  readonly costs?: true;
}

/**
 * Fields of a place that an import brings, in the groups that change together. Stored with the place
 * (`place.imported`), so that the next import can tell its own changes from ours.
 */
export interface ImportedFields {
  readonly country: string;
  readonly location: { readonly longitude: number; readonly latitude: number };
  readonly named: { readonly city: string; readonly address: string; readonly comments: string };
  readonly price: ImportedPrice;
  /** Each fact is a separate group. */
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
  /**
   * Whether no file has the place any more: its extract was removed, or the latest file of its source lacks
   * it (docs/decisions/060). Visitors see it as before. Absent elsewhere.
   */
  readonly isInNoFile?: true;
}

/** The fields of a place as they are now. */
export function importedFieldsOf(row: PlaceRow): ImportedFields {
  const { country, longitude, latitude, city, address, comments, price } = row;
  return {
    country,
    location: { longitude, latitude },
    named: { city, address, comments },
    price: { price, isKnown: row.price_known, ...(row.costs && { costs: true as const }) },
    facts: storedFactsOf(row),
    opening: {
      times: row.opening_times,
      text: row.opening_hours,
      isComplete: row.opening_hours_complete,
    },
    attributes: row.attributes ?? {},
  };
}

/** The columns of the fields, except those that name other rows. */
export function columnsOfFields(fields: ImportedFields) {
  const { country, location, named, price, facts, opening, attributes } = fields;
  const { isKnown: price_known, costs = false } = price;
  return {
    ...toPlaceColumns({
      ...{ country, ...location, ...named, ...storedPlainFacts(facts) },
      ...{ price: price.price, price_known, costs },
    }),
    opening_hours: opening.text,
    opening_hours_complete: opening.isComplete,
    attributes: JSON.stringify(attributes),
  };
}

/** The opening hours, by the clock and the sun of their place. */
export function scheduleOfFields({ country, location, opening }: ImportedFields): PlaceSchedule {
  return scheduleAt(opening, { country, ...location });
}

/** Fields of an edit that an import brings, as far as its record has them; an older one lacks some. */
export function importedContent(fields: Partial<ImportedFields>, approximate: boolean) {
  const { country, location, named, price, facts, opening } = fields;
  const { isKnown: price_known = true, costs = false } = price ?? {};
  const amount = price?.price ?? null;
  const known = facts && placeFacts.map((fact) => [fact, facts[fact] ?? null]);
  return {
    ...{ country, city: named?.city, address: named?.address, comments: named?.comments },
    ...(price && {
      fee: feeContent({ fee: feeOf({ price: amount, price_known, costs }), price: amount }),
    }),
    ...(location && { position: { ...location, approximate } }),
    ...(opening && { hours: hoursContent(opening.times, opening.text) }),
    ...(known && Object.fromEntries(known)),
  } as Partial<PlaceContent>;
}

/** Values of the last import that differ from the place, by fields of an edit; not the unknown ones. */
export function differingSource(
  { fields }: ImportRecord,
  content: PlaceContent,
): Partial<PlaceContent> {
  const source = importedContent(fields, content.position.approximate);
  const change = changeBetween(content, source);
  const stated = changedFields(change).filter((field) => isStated(field, source));
  return Object.fromEntries(stated.map((field) => [field, source[field]]));
}

function isStated(field: EditField, { fee, hours, ...source }: Partial<PlaceContent>): boolean {
  if (field === "fee") return fee?.fee !== "unknown";
  if (field === "hours") return hours !== undefined && statesHours(hours);
  const value = source[field as keyof typeof source];
  return value !== null && value !== "";
}

function statesHours({
  opening_times,
  closed_days,
  opening_hours,
}: PlaceContent["hours"]): boolean {
  return opening_hours !== null || closed_days.length > 0 || hasOpeningTimes(opening_times);
}
