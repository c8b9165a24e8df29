import {
  changeBetween,
  changedFields,
  type EditField,
  feeContent,
  hoursContent,
  type PlaceContent,
} from "#domain/edits/place-change.ts";
import { hasOpeningTimes } from "#domain/opening/seven-entries.ts";
import { placeFacts } from "#domain/place/place-facts.ts";
import { feeOf } from "#domain/place/place-fee.ts";
import type { ImportedFields, ImportRecord } from "#server/places/import-record.ts";

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

/**
 * Values of the last import that differ from the place, by the fields of an edit; empty without any.
 * What an import does not know does not differ.
 */
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
