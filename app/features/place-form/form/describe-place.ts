import { describeHours } from "#app/features/place-form/hours/hours-draft.ts";
import { type FindHoursError, type NewPlace, newPlaceSchemaWith } from "#domain/place/new-place.ts";
import { type Checked, checkFields } from "#domain/validation/check-fields.ts";
import { describeFacts } from "./fact-texts.ts";
import { type PlaceDraft, toPlainDecimal } from "./place-draft.ts";
import { isPinMissing } from "./rough-match.ts";

/**
 * The draft as the fields of a place, as the API takes them (docs/product#address-draft): the address is line
 * 1 and, after a space, line 2. `newPlaceSchemaWith` then reads it. Invalid hours are left out.
 */
export function describePlace(draft: PlaceDraft, hours = describeHours(draft.hours)) {
  return {
    country: draft.country,
    city: draft.place,
    address: [draft.address_line1, draft.address_line2]
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join(" "),
    county: draft.county,
    postcode: draft.postcode,
    price: toNumber(draft.price),
    // An amount alone means that the place costs something.
    fee: draft.fee === "unknown" && draft.price.trim() !== "" ? "costs" : draft.fee,
    comments: draft.comments,
    facts: describeFacts(draft.facts),
    latitude: toNumber(draft.latitude),
    longitude: toNumber(draft.longitude),
    position_approximate: draft.isApproximate,
    opening_hours: hours.ok ? hours.value : "",
  };
}

/**
 * Checks the draft as a place, its hours, and that its pin is set where the search knew only a street or less.
 *
 * @param findHoursError of the server; the browser leaves a text of hours for it to read
 */
export function checkDraft(
  draft: PlaceDraft,
  findHoursError: FindHoursError = () => null,
): Checked<NewPlace> {
  const hours = describeHours(draft.hours);
  const checked = checkFields(newPlaceSchemaWith(findHoursError), describePlace(draft, hours));
  const errors = [
    ...(checked.ok ? [] : checked.errors),
    ...(hours.ok ? [] : hours.errors),
    ...(isPinMissing(draft) ? [{ field: "pin", code: "error.parameter" } as const] : []),
  ];
  return checked.ok && errors.length === 0 ? checked : { ok: false, errors };
}

/** Null for an empty text; NaN, which every rule refuses, for a text that is not a number. */
function toNumber(text: string): number | null {
  const plain = toPlainDecimal(text);
  return plain === "" ? null : Number(plain);
}
