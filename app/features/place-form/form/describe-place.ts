import { noOpeningTimes } from "#domain/opening/opening-times.ts";
import { type NewPlace, newPlaceSchema } from "#domain/place/new-place.ts";
import { type Checked, checkFields } from "#domain/reading/check-fields.ts";
import { type DayTimes, midnight } from "./day-times.ts";
import { describeFacts } from "./fact-texts.ts";
import { type PlaceDraft, toPlainDecimal } from "./place-draft.ts";
import { isPinMissing } from "./rough-match.ts";

/**
 * The draft as the fields of a place, as the API takes them (docs/product#address-draft): the address is line
 * 1 and, after a space, line 2. `newPlaceSchema` then reads it.
 */
export function describePlace(draft: PlaceDraft) {
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
    // What the facts do not say of these two is not known.
    accessible: false,
    public: true,
    facts: describeFacts(draft.facts),
    latitude: toNumber(draft.latitude),
    longitude: toNumber(draft.longitude),
    position_approximate: draft.isApproximate,
    opening_times: draft.days.map(openingTimesOf),
    closed_days: draft.days.flatMap(({ isClosed }, weekday) => (isClosed ? [weekday] : [])),
  };
}

/** Checks the draft as a place, and that its pin is set where the search knew only a street or less. */
export function checkDraft(draft: PlaceDraft): Checked<NewPlace> {
  const checked = checkFields(newPlaceSchema, describePlace(draft));
  if (!isPinMissing(draft)) return checked;
  const faults = checked.ok ? [] : checked.faults;
  return { ok: false, faults: [...faults, { field: "pin", code: "error.parameter" }] };
}

/**
 * A day with one time stays half-filled, `08:00-`, for the rule to refuse
 * (docs/product#opening-times-in-the-form). Midnight as the closing time is the end of the day, `24:00`.
 */
function openingTimesOf({ from, to, isClosed }: DayTimes): string {
  if (isClosed || (from === "" && to === "")) return noOpeningTimes;
  return `${from}-${to === midnight ? "24:00" : to}`;
}

/** Null for an empty text; NaN, which every rule refuses, for a text that is not a number. */
function toNumber(text: string): number | null {
  const plain = toPlainDecimal(text);
  return plain === "" ? null : Number(plain);
}
